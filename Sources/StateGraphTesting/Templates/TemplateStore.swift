import Glibc
import StateGraphFixtures

/// The templates of a package, which several processes share.
///
/// They are in `.build` of the package. If that folder cannot be written, they are in the folder of
/// temporary files.
struct TemplateStore {
  /// The number of templates that the store keeps.
  private static let keptCount = 20

  private let folder: String

  init(_ package: PackageFolder) throws {
    let own = package.path + "/.build/stategraph/templates"
    if FileSystem.makeFolders(own), access(own, W_OK) == 0 {
      folder = own
      return
    }
    let parent = FileSystem.temporaryFolder
    folder = "\(parent)/stategraph-templates-\(getuid())"
    guard FileSystem.makePrivateFolder(folder) else {
      throw TestDatabaseError(
        .noFolder,
        "Neither \(own) nor \(folder) can be written.",
        remedy: "Set TMPDIR to a folder that can be written."
      )
    }
  }

  /// Returns a template, and builds it if no process has built it yet.
  ///
  /// - Parameters:
  ///   - name: The digest of the template.
  ///   - build: Writes the database to the path that it receives, and returns its labels.
  func template(
    _ name: String,
    build: (String) throws -> LabelNames
  ) throws -> PreparedTemplate {
    if let existing = existing(name) { return existing }
    // Only one process at a time builds a template. The others wait here and then find the file.
    let lock = try FileLock.acquire(path(name) + ".lock")
    defer { withExtendedLifetime(lock) {} }
    if let existing = existing(name) { return existing }
    let start = ContinuousClock.now
    try write(name, build: build)
    Self.show(start.duration(to: .now))
    removeOldTemplates()
    guard let made = existing(name) else {
      throw TestDatabaseError(.noFolder, "The template in \(folder) was removed while it was made.")
    }
    return made
  }

  /// Tells a developer who waits that the time was spent on a fixture, and only once.
  private static func show(_ duration: Duration) {
    guard duration > .seconds(1) else { return }
    let text = "A template of a fixture was built in \(duration). Later runs use it.\n"
    _ = Array(text.utf8).withUnsafeBytes {
      Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }

  private func path(_ name: String) -> String { folder + "/" + name }

  private func existing(_ name: String) -> PreparedTemplate? {
    let file = path(name) + ".sqlite"
    guard let labels = FileSystem.bytes(of: path(name) + ".labels"),
      let template = try? PreparedTemplate(
        path: file,
        digest: name,
        names: LabelNames(encoded: labels)
      )
    else { return nil }
    // The modification time says which templates were used last.
    utimensat(AT_FDCWD, file, nil, 0)
    return template
  }

  /// Builds the database under another name, so that nobody finds half a template.
  private func write(_ name: String, build: (String) throws -> LabelNames) throws {
    let partial = path(name) + ".partial"
    FileSystem.removeDatabase(partial)
    defer { FileSystem.removeDatabase(partial) }
    let names = try FileSystem.writing(into: folder) { try build(partial) }
    try FileSystem.write(names.encoded, to: path(name) + ".labels")
    guard rename(partial, path(name) + ".sqlite") == 0 else {
      throw TestDatabaseError(
        .noFolder,
        "The template cannot be renamed: \(FileSystem.message(errno))."
      )
    }
  }

  /// Removes the templates that were not used for the longest time.
  private func removeOldTemplates() {
    let templates = FileSystem.names(in: folder).filter { $0.hasSuffix(".sqlite") }
      .map { (name: $0.dropLast(".sqlite".count), time: FileSystem.time(of: folder + "/" + $0)) }
      .sorted { $0.time > $1.time }
    for old in templates.dropFirst(Self.keptCount) {
      for suffix in [".sqlite", ".labels", ".lock"] { unlink(folder + "/" + old.name + suffix) }
    }
  }
}

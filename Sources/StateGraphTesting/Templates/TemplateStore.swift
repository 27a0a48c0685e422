import Glibc
import StateGraphFixtures

/// The folder with the template files of a package, which several test processes share.
///
/// The folder is inside `.build` of the package. If `.build` cannot be written, the folder is
/// inside the folder of temporary files.
struct TemplateStore {
  /// The number of templates that the store keeps. After a new template was built, the templates
  /// that were not used for the longest time are removed.
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

  /// Returns the template with a name. Builds the template if no process has built it.
  ///
  /// - Parameters:
  ///   - name: The digest of the template.
  ///   - build: Writes the database to the path that it receives, and returns its labels.
  func template(
    _ name: String,
    build: (String) throws -> LabelNames
  ) throws -> PreparedTemplate {
    if let existing = existing(name) { return existing }
    // One process at a time builds a template. Other processes that need the same template wait
    // here, and find the file after that.
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

  /// Prints how long a template was built if this took more than a second, so that a developer
  /// knows why the tests started late.
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
    // The modification time shows when the template was last used.
    utimensat(AT_FDCWD, file, nil, 0)
    return template
  }

  /// Builds the database under another name, and renames it at the end. Other processes therefore
  /// never find an incomplete template.
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

  /// Removes the templates that were not used for the longest time, and keeps ``keptCount`` others.
  private func removeOldTemplates() {
    let templates = FileSystem.names(in: folder).filter { $0.hasSuffix(".sqlite") }
      .map { (name: $0.dropLast(".sqlite".count), time: FileSystem.time(of: folder + "/" + $0)) }
      .sorted { $0.time > $1.time }
    for old in templates.dropFirst(Self.keptCount) {
      for suffix in [".sqlite", ".labels", ".lock"] { unlink(folder + "/" + old.name + suffix) }
    }
  }
}

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
  private let noticedDuration: Duration

  /// - Parameters:
  ///   - package: The package whose templates the store keeps.
  ///   - noticedDuration: The store prints how long a template was built if this took longer.
  init(_ package: PackageFolder, noticedDuration: Duration = .seconds(1)) throws {
    self.noticedDuration = noticedDuration
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
    do {
      try write(name, build: build)
    } catch {
      remove(name)
      throw error
    }
    show(start.duration(to: .now))
    removeOldTemplates()
    guard let made = existing(name) else {
      throw TestDatabaseError(.noFolder, "The template in \(folder) was removed while it was made.")
    }
    return made
  }

  /// Prints how long a template was built if this took more than a second, so that a developer
  /// knows why the tests started late.
  private func show(_ duration: Duration) {
    guard duration > noticedDuration else { return }
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
  /// Also removes the files that killed processes have left of unfinished templates.
  private func removeOldTemplates() {
    let files = FileSystem.names(in: folder)
    let complete = files.filter { $0.hasSuffix(".sqlite") }.map { String($0.dropLast(7)) }
    let newest = complete.map { (name: $0, time: FileSystem.time(of: path($0) + ".sqlite")) }
      .sorted { $0.time > $1.time }.map(\.name)
    let old = newest.dropFirst(Self.keptCount)
    let unfinished = Set(files.map { String($0.prefix { $0 != "." }) }).subtracting(complete)
    for name in unfinished.union(old) {
      // If another process holds the lock, it builds this template.
      guard let lock = try? FileLock.attempt(path(name) + ".lock") else { continue }
      // Another process may have finished the template since its files were listed.
      let isUnfinished = access(path(name) + ".sqlite", F_OK) != 0
      if isUnfinished || old.contains(name) { remove(name) }
      withExtendedLifetime(lock) {}
    }
  }

  /// Removes the files of a template. The caller holds its lock, so no other process builds it. The
  /// file of the lock is the last one. A process that waits for the lock makes a new file.
  private func remove(_ name: String) {
    FileSystem.removeDatabase(path(name) + ".partial")
    for suffix in [".sqlite", ".labels", ".lock"] { unlink(path(name) + suffix) }
  }
}

import Glibc

/// The file that a backup is written to.
///
/// The backup is first written to `partialPath`, a temporary file in the same folder. When the
/// backup is complete, the temporary file is renamed to `path`.
struct BackupTarget {
  let path: String
  let partialPath: String
  private let folder: String
  private let replacesExisting: Bool

  init(
    _ path: String,
    source: DatabaseLocation,
    replacesExisting: Bool
  ) throws(DatabaseError) {
    let location = try DatabaseLocation(path: path)
    guard case .file(let resolved) = location, location != source else {
      throw DatabaseError(
        .misuse,
        "A database cannot be copied to itself or to memory.",
        remedy: "Pass the path of another file."
      )
    }
    // This call throws if `path` is not a regular file, for example a folder or a pipe.
    _ = try location.hasContent()
    for suffix in ["-wal", "-journal"] where access(resolved + suffix, F_OK) == 0 {
      // The `-wal` or `-journal` file beside `path` belongs to another database. SQLite would take
      // this file for the log of the backup, and would write its pages into the backup.
      throw DatabaseError(
        .misuse,
        "A \(suffix) file is beside \(path). A process has that database open, or was killed.",
        remedy: "Close it, or choose another path."
      )
    }
    if !replacesExisting, access(resolved, F_OK) == 0 { throw .backupExists(path) }
    self.path = resolved
    self.replacesExisting = replacesExisting
    let slash = resolved.lastIndex(of: "/") ?? resolved.startIndex
    folder = slash == resolved.startIndex ? "/" : String(resolved[..<slash])
    var template = Array((folder + "/.backup-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw DatabaseError(
        errno == EACCES || errno == EROFS ? .permission : .cannotOpen,
        "A file cannot be created in \(folder): \(systemMessage(errno)).",
        remedy: "Check the permissions of the folder."
      )
    }
    close(descriptor)
    partialPath = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
  }

  /// Flushes the temporary file to the disk and then renames it to `path`.
  ///
  /// A crash therefore never leaves an incomplete backup at `path`.
  func commit() throws(DatabaseError) {
    try flush(partialPath)
    if replacesExisting {
      guard rename(partialPath, path) == 0 else { throw failure("be renamed") }
    } else {
      // Another process may have created a file at `path` since the check in `init`. `link` then
      // fails, but `rename` would replace that file.
      guard link(partialPath, path) == 0 else {
        throw errno == EEXIST ? .backupExists(path) : failure("be given its name")
      }
    }
    try flush(folder)
  }

  func removePartialFile() {
    unlink(partialPath)
  }

  private func flush(_ path: String) throws(DatabaseError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("be flushed") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("be flushed") }
  }

  private func failure(_ what: String) -> DatabaseError {
    DatabaseError(
      errno == ENOSPC ? .diskFull : .inputOutput,
      "The backup \(path) cannot \(what): \(systemMessage(errno))."
    )
  }
}

extension DatabaseError {
  fileprivate static func backupExists(_ path: String) -> DatabaseError {
    DatabaseError(
      .cannotOpen,
      "A file exists at \(path).",
      remedy: "Choose another path, or pass replacesExisting: true."
    )
  }
}

import Glibc
package import StateGraphImport
package import StateGraphSQLite

/// Copies a database file while other connections can write to it. The command `backup` uses it.
package struct BackupCopy {
  private let path: String

  package init(of path: String) { self.path = path }

  /// Writes the copy under a temporary name. When the copy is complete, it gets the name `target`.
  ///
  /// - Parameters:
  ///   - target: The path of the copy.
  ///   - replacesExisting: Whether to replace an existing file at `target`. If false, an existing
  ///     file is an error.
  ///   - progress: Is called about every thousand pages, on the calling thread. If it returns
  ///     `.stop`, the copy ends with an error.
  /// - Returns: The size of the copy in bytes, and the parts of it that could not be checked, each
  ///   with the reason.
  /// - Throws: ``InspectionError`` if the copy cannot be created or is stopped; `DatabaseError` for
  ///   an error of SQLite or of a file.
  package func write(
    to target: String,
    replacesExisting: Bool,
    progress: (Database.BackupProgress) -> ImportDecision
  ) throws -> (bytes: Int64, unchecked: [String]) {
    let session = try ReadSession(path: path)
    var information = stat()
    if !replacesExisting, lstat(target, &information) == 0 {
      throw InspectionError(
        .cannotCreate,
        "\(target) exists already",
        remedy: "Choose another name, or pass --force to replace it"
      )
    }
    let unchecked: [String]
    do {
      unchecked = try session.connection.backup(
        to: target,
        source: try DatabaseLocation(path: path),
        replacesExisting: replacesExisting,
        progress: { copied, total in
          let state = Database.BackupProgress(copiedPageCount: copied, pageCount: total)
          guard progress(state) == .stop else { return }
          throw InspectionError(.interrupted, "interrupted; no copy was made")
        },
        willFinish: { try session.requireOneState() }
      )
    } catch let error as DatabaseError
      where error.code == .misuse || error.code == .cannotOpen || error.code == .permission
    {
      // The source database is open at this point, so the error must concern the target file.
      throw InspectionError(
        .cannotCreate,
        "the backup \(target) cannot be created: \(error.message)",
        remedy: error.remedy
      )
    }
    let bytes = stat(target, &information) == 0 ? Int64(information.st_size) : 0
    return (bytes, unchecked)
  }
}

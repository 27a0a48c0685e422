import Glibc
package import StateGraphImport
package import StateGraphSQLite

/// Copies a database file while others go on writing to it.
package struct BackupCopy {
  private let path: String

  package init(of path: String) { self.path = path }

  /// - Parameter progress: Called every thousand pages or so.
  /// - Returns: The size of the copy in bytes.
  /// - Throws: ``LookingError``; `DatabaseError` for what SQLite or a file is to blame for.
  package func write(
    to target: String,
    replacesExisting: Bool,
    progress: (Database.BackupProgress) -> ImportDecision
  ) throws -> Int64 {
    let session = try ReadSession(path: path)
    var information = stat()
    if !replacesExisting, lstat(target, &information) == 0 {
      throw LookingError(
        .cannotCreate,
        "there is something at \(target) already",
        remedy: "Choose another name, or pass --force to replace it"
      )
    }
    do {
      try session.connection.backup(
        to: target,
        source: try DatabaseLocation(path: path),
        replacesExisting: replacesExisting,
        progress: { state in
          guard progress(state) == .stop else { return }
          throw LookingError(.interrupted, "interrupted; no copy was made")
        },
        willFinish: { try session.requireOneState() }
      )
    } catch let error as DatabaseError
      where error.code == .misuse || error.code == .cannotOpen || error.code == .permission
    {
      // The source is open already, so this is about the target.
      throw LookingError(
        .cannotCreate,
        "the backup \(target) cannot be made: \(error.message)",
        remedy: error.remedy
      )
    }
    return stat(target, &information) == 0 ? Int64(information.st_size) : 0
  }
}

import CSQLite
import Glibc

extension Connection {
  /// Throws if the database file no longer exists at the path at which it was opened.
  ///
  /// Without this check, later writes would go to a renamed or deleted file.
  ///
  /// SQLite checks only the database file. ``DatabaseFiles`` also checks the `-wal` and `-shm`
  /// files.
  ///
  /// - Throws: `.fileMoved` if the file was deleted, moved or replaced. `.permission` or
  ///   `.inputOutput` if the path cannot be looked up.
  package func requireFileInPlace() throws(DatabaseError) {
    try OpenDatabaseFile(handle: handle).requireInPlace()
  }
}

/// Checks whether the database file that SQLite has open is still at its path.
private struct OpenDatabaseFile {
  let handle: OpaquePointer

  func requireInPlace() throws(DatabaseError) {
    guard hasMoved else { return }
    // SQLite also reports a file as moved if the look-up of its path fails.
    guard csqlite_path_is_lost(handle) else {
      if hasMoved { throw .fileMoved("", displacement: .replaced) }
      return
    }
    switch errno {
    case ENOENT, ENOTDIR: throw .fileMoved("", displacement: .missing)
    case let code: throw .cannotLookUp("", code: code)
    }
  }

  private var hasMoved: Bool {
    var hasMoved: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return result == SQLITE_OK && hasMoved != 0
  }
}

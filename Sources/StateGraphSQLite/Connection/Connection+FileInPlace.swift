import CSQLite
import Glibc

extension Connection {
  /// Throws if the database file no longer exists at the path at which it was opened.
  ///
  /// Otherwise, later writes would go to a file with another name, or would be lost.
  ///
  /// This method asks SQLite. SQLite does not check the `-wal` and `-shm` files, as
  /// ``DatabaseFiles`` does.
  ///
  /// - Throws: `.fileMoved` if the file was deleted, moved or replaced. `.permission` or
  ///   `.inputOutput` if the path cannot be looked up.
  package func requireFileInPlace() throws(DatabaseError) {
    if let error = Connection.displacement(of: handle) { throw error }
  }

  /// Returns the error for a database file that was deleted, moved or replaced, or whose path
  /// cannot be looked up. Returns nil if the file is in place.
  static func displacement(of handle: OpaquePointer) -> DatabaseError? {
    guard hasMoved(handle) else { return nil }
    // SQLite also reports a file as moved if it cannot look up the path.
    guard csqlite_path_is_lost(handle) else {
      return hasMoved(handle) ? .fileMoved("", .replaced) : nil
    }
    switch errno {
    case ENOENT, ENOTDIR: return .fileMoved("", .missing)
    case let code: return .cannotLookUp("", code)
    }
  }

  private static func hasMoved(_ handle: OpaquePointer) -> Bool {
    var hasMoved: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return result == SQLITE_OK && hasMoved != 0
  }
}

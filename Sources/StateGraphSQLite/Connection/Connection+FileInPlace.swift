import CSQLite

extension Connection {
  /// Throws if the database file no longer exists at the path at which it was opened.
  ///
  /// Otherwise, later writes would go to a file with another name, or would be lost.
  ///
  /// This method asks SQLite. SQLite does not check the `-wal` and `-shm` files, as
  /// ``DatabaseFiles`` does.
  ///
  /// - Throws: `.fileMoved` if the file was deleted, moved or replaced.
  package func requireFileInPlace() throws(DatabaseError) {
    var hasMoved: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    guard result == SQLITE_OK, hasMoved != 0 else { return }
    throw .fileMoved("", nil)
  }
}

import CSQLite

extension Connection {
  /// Refuses to go on where the file was removed or renamed since it was opened: what is written
  /// now would end with the last descriptor, or in a file that nobody asked for.
  package func requireFileInPlace() throws(DatabaseError) {
    var hasMoved: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    guard result == SQLITE_OK, hasMoved != 0 else { return }
    throw DatabaseError(
      .inputOutput,
      "The database file was removed or renamed while it was open.",
      remedy: "See what became of it, and start again."
    )
  }
}

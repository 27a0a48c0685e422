import CSQLite

/// What a writer leaves to the connection that takes its place: what it watches, and its place
/// among those who share the file.
package struct WriterLegacy {
  let changeLog: ChangeLog
  let processTurn: ProcessTurn?
}

extension Connection {
  /// Gives away what the next writer needs: only closing this one is left then. Nil where it is
  /// none that writes.
  func leave() -> WriterLegacy? {
    guard let changeLog else { return nil }
    defer { processTurn = nil }
    // It may be closed when the turn is somebody else's.
    _ = csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    return WriterLegacy(changeLog: changeLog, processTurn: processTurn)
  }
}

extension Connection {
  /// How often a commit may come between two looks at the wal-index.
  private static var beginLimit: Int { 50 }

  /// Begins a transaction of which it is known which commit it reads: the one that was the newest
  /// at its first SELECT. Where the same one is the newest before and after that, it is the one.
  ///
  /// - Returns: Nil where commits kept coming in between. Nothing is begun then.
  func beginReading(_ index: WALIndex) throws(DatabaseError) -> CommitMark? {
    for _ in 0..<Connection.beginLimit {
      let before = index.newest
      try run("BEGIN")
      do {
        _ = try firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
      } catch {
        endReading()
        throw error
      }
      if let before, before == index.newest { return before }
      endReading()
    }
    return nil
  }

  /// Ends a transaction that has read only: nothing is lost where it fails, and the next BEGIN
  /// says.
  func endReading() {
    guard !isAutocommit else { return }
    try? run("ROLLBACK")
  }
}

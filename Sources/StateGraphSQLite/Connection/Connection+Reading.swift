extension Connection {
  /// How many times ``beginReading(_:)`` tries before it gives up.
  private static var beginLimit: Int { 50 }

  /// Begins a read transaction and returns the commit that it reads.
  ///
  /// The first SELECT fixes the commit. If the wal-index shows the same newest commit before and
  /// after the SELECT, the transaction reads that commit.
  ///
  /// - Returns: Nil, and no open transaction, where commits kept coming during the SELECT.
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

  /// Ends a transaction that has only read. A failure loses nothing, and the next BEGIN reports it.
  func endReading() {
    guard !isAutocommit else { return }
    try? run("ROLLBACK")
  }
}

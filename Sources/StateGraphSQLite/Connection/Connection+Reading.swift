extension Connection {
  /// The maximum number of attempts that ``beginReading(_:)`` makes before it returns nil.
  private static var beginLimit: Int { 50 }

  /// Begins a read transaction and returns the commit that the transaction sees.
  ///
  /// The first SELECT decides which commit the transaction sees. If the newest commit is the same
  /// before and after that SELECT, the transaction sees it. Otherwise the method tries again.
  ///
  /// - Returns: The commit, or nil without a transaction if others committed during every attempt.
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

  /// Ends a transaction that has only read.
  ///
  /// An error of ROLLBACK is ignored, because no change can be lost. The next BEGIN reports the
  /// problem.
  func endReading() {
    guard !isAutocommit else { return }
    try? run("ROLLBACK")
  }
}

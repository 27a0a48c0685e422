extension Database {
  /// The version of the SQLite library, such as `3.40.1`.
  ///
  /// ``SQLiteCapabilities`` describes the features of that version.
  public static var libraryVersion: String { SQLiteCapabilities.current.version }

  /// The number of statements that all connections of this database have run since it was opened,
  /// including the library's own statements.
  public var statementCounts: StatementCounts {
    StatementCounts(reads: statementCounter.readCount, writes: statementCounter.writeCount)
  }
}

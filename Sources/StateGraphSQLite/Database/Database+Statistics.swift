extension Database {
  /// The version of the SQLite library, such as `3.40.1`. ``SQLiteCapabilities`` says what that
  /// version can do.
  public static var libraryVersion: String { SQLiteCapabilities.current.version }

  /// The number of statements that all connections of this database have run since it was opened.
  /// Statements of all threads and of the library itself are counted: for example, opening a store
  /// reads the schema. Thread-safe and cheap.
  public var statementCounts: StatementCounts {
    StatementCounts(reads: statementCounter.readCount, writes: statementCounter.writeCount)
  }
}

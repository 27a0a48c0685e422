extension Database {
  /// The version of the SQLite library, such as `3.40.1`. ``SQLiteCapabilities`` says what this
  /// version can do.
  public static var libraryVersion: String { SQLiteCapabilities.current.version }

  /// The statements that all connections of this database have run since it was opened, on all
  /// threads and including the library's own. Opening a store, for example, reads the schema.
  /// Thread-safe and cheap.
  public var statementCounts: StatementCounts {
    StatementCounts(reads: statementCounter.readCount, writes: statementCounter.writeCount)
  }
}

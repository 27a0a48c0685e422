extension StatementReads {
  /// Determines the tables and columns that a SELECT reads, and starts to record the changes of
  /// these tables. Holds the writer lock for both steps.
  ///
  /// - Throws: `.misuse` if the library cannot follow the result of the SELECT. Also the errors of
  ///   SQLite.
  package static func watching(_ sql: SQL, in database: Database) throws -> StatementReads {
    try database.readHoldingWriterLock { connection in
      let reads = try UserStatement(sql).reads(on: connection)
      for table in reads.tables { try database.watch(table.schema) }
      return reads
    }
  }
}

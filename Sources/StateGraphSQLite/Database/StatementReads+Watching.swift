extension StatementReads {
  /// Determines the tables and columns that a SELECT reads, and starts to record the changes of
  /// these tables. The method holds the writer lock during both steps, so that no change is missed.
  ///
  /// - Throws: `.misuse` if the library cannot detect every change of the SELECT's result. Also the
  ///   errors of SQLite.
  package static func watching(_ sql: SQL, in database: Database) throws -> StatementReads {
    try database.readHoldingWriterLock { connection in
      let reads = try UserStatement(sql).reads(on: connection)
      for table in reads.tables { try database.watch(table.schema) }
      return reads
    }
  }
}

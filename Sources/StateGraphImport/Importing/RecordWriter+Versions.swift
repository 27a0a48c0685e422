import StateGraphFormats
import StateGraphSQLite

/// Writes the rows of all tables that wait until the last record was read.
extension RecordWriter {
  /// Writes the final values of all rows with several versions to the file. Call this after the
  /// last record.
  ///
  /// - Parameters:
  ///   - tables: The indices of the tables into which an interrupted run has written rows.
  ///   - place: Returns the position of the record with a key in a table, for an error message.
  func writeVersions(
    alsoOf tables: [Int] = [],
    _ place: (([Cell], Int) -> InputPlace?)? = nil
  ) throws(ImportError) {
    for table in tables {
      let name = RowVersions.name(request, table: table)
      let hasVersions = try convertingDatabaseErrors { () throws(DatabaseError) in
        try LeftoverTable(name: name, connection: connection).exists()
      }
      if hasVersions { _ = try writer(table) }
    }
    for (table, writer) in writers.enumerated() {
      try writer?.writeVersions { place?($0, table) }
    }
  }

  /// Runs `body`, which writes several records. If it returns false, the rows that it has written
  /// are rolled back, and no row has got a value from these records.
  func withSavepointOfRecords(
    _ body: () throws(ImportError) -> Bool
  ) throws(ImportError) -> Bool {
    let notes = writers.map { $0?.versions?.notes }
    guard try !withSavepoint(body) else { return true }
    for (table, writer) in writers.enumerated() { writer?.versions?.restore(notes[table]) }
    return false
  }

  /// Writes the rows that wait for the unique values of other rows. Returns the errors of the rows
  /// that cannot be written. They are not in the tables any more, so the caller must roll back.
  func writeWaiting() throws(ImportError) -> [ImportError] {
    var errors: [ImportError] = []
    for writer in writers { try writer?.writeWaiting({ _ in nil }) { errors.append($0) } }
    return errors
  }
}

import StateGraphFormats
import StateGraphSQLite

/// A waiting row that cannot be written, because another row has its unique values.
struct UniqueConflict {
  /// The primary key of the waiting row.
  private let key: [SQLiteValue]
  private let versions: RowVersions
  private var table: TablePlan { versions.table }

  init(of key: [SQLiteValue], in versions: RowVersions) {
    (self.key, self.versions) = (key, versions)
  }

  /// Returns the error for a row whose unique values another row has. The error says where the
  /// other row is.
  func error(
    _ error: DatabaseError,
    at record: InputPlace,
    found: ([Cell]) -> InputPlace?
  ) throws(DatabaseError) -> ImportError {
    var described = ImportError(error, writing: table, at: RecordStart(recordPlace: record))
    guard let other = try otherRow() else { return described }
    if let place = found(other.cells) {
      described.message += "; the record at \(place) has the same values"
    } else if let rowID = other.rowID {
      described.message += "; the row with the rowid \(rowID) has the same values"
    }
    return described
  }

  /// Returns the row that has unique values of a waiting row. Nil if there is none, or if the
  /// values are not those of columns.
  private func otherRow() throws(DatabaseError) -> (cells: [Cell], rowID: Int64?)? {
    for index in table.schema.indexes where index.isUnique && !index.isPartial {
      let columns = index.columns.compactMap { $0 }
      guard columns.count == index.columns.count, columns != table.schema.primaryKey else {
        continue
      }
      let equal = columns.map { "t.\(column: $0) = v.\(column: $0)" as SQL }
      let names = table.schema.primaryKey
      let wanted = names.map { "v.\(column: $0) = ?" as SQL }
      let rowID: SQL = table.rowIDName.map { "t.\(SQL(text: $0))" } ?? "NULL"
      let sql: SQL = """
        SELECT \(rowID), \(names.map { "t.\(column: $0)" as SQL }, separator: ", ")
        FROM \(versions.place) AS v JOIN \(versions.mainPlace) AS t ON \(equal, separator: " AND ")
        WHERE \(wanted, separator: " AND ") LIMIT 1
        """
      let statement = try versions.connection.prepare(sql.text)
      defer { statement.reset() }
      for (position, value) in key.enumerated() { try statement.bind(value, at: position + 1) }
      guard try statement.step() else { continue }
      var cells = [Cell](repeating: .absent, count: table.schema.columns.count)
      for (position, column) in table.keyIndexes.enumerated() {
        cells[column] = Cell(statement.value(at: 1 + position))
      }
      return (cells, table.rowIDName == nil ? nil : statement.integer(at: 0))
    }
    return nil
  }
}

/// The position of a record of which only the start is known.
private struct RecordStart: RowPlaces {
  let recordPlace: InputPlace

  func place(ofColumn index: Int) -> InputPlace { recordPlace }
}

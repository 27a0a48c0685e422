import StateGraphFormats
import StateGraphSQLite

/// Marks rows of arrays that their records do not contain any more, and deletes them after the last
/// record.
///
/// A later record of the import may contain such a row. If the row had been deleted and inserted
/// again, every import of the same inputs would change the file.
extension RowVersions {
  private var marked: SQL { "temp.\(table: "stategraph_marked_\(table.name)")" }

  /// Marks the rows that a query returns.
  ///
  /// - Parameter rows: A query that returns the rowid or NULL, and the primary key.
  func markRows(_ rows: SQL) throws(DatabaseError) {
    guard try connection.firstValue("SELECT 1 FROM (\(rows)) LIMIT 1") != nil else { return }
    let columns = ["row"] + table.keyIndexes.indices.map { "key\($0)" }
    try connection.run("CREATE TABLE IF NOT EXISTS \(marked) (\(columns: columns))")
    try connection.run("INSERT INTO \(marked) \(rows)")
    hasMarkedRows = true
  }

  /// Deletes the marked rows, except those that a record of this import has written. Returns the
  /// number of deleted rows.
  func removeMarkedRows() throws(DatabaseError) -> Int {
    guard hasMarkedRows else { return 0 }
    hasMarkedRows = false
    let keys = table.schema.primaryKey.map { "\(column: $0) = ?" as SQL }
    let delete: SQL = "DELETE FROM \(mainPlace) WHERE \(keys, separator: " AND ")"
    let deletion = try connection.prepare(delete.text)
    let rows = try connection.prepare(("SELECT * FROM \(marked)" as SQL).text)
    var count = 0
    var cells = [Cell](repeating: .absent, count: table.schema.columns.count)
    while try rows.step() {
      let rowID = table.rowIDName == nil ? nil : rows.integer(at: 0)
      for (position, index) in table.keyIndexes.enumerated() {
        cells[index] = Cell(rows.value(at: 1 + position))
      }
      guard key.encode(cells, indexes: table.keyIndexes), !given.mayContain(rowID: rowID, key: key)
      else {
        continue
      }
      try deletion.bind(cells, indexes: table.keyIndexes)
      try deletion.run()
      count += connection.changedRowCount
    }
    rows.reset()
    try connection.run("DROP TABLE \(marked)")
    return count
  }
}

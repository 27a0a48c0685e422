public import StateGraphSQLite
import Testing

extension TestDatabase {
  /// Expects the rows of a table.
  ///
  /// ```swift
  /// try db.expect("orders", where: "state = 'open'", """
  ///   id     | customer | total_cents
  ///   @first | @ada     | 1200
  ///   """)
  /// ```
  ///
  /// The first line names the columns that are compared. The name of a foreign key may be written
  /// without `_id`. The order of the rows has no meaning. A label stands for the key of its row,
  /// and NULL is written `NULL`. A text is written in double quotes, as in JSON, if it is empty,
  /// begins or ends with a space, contains `|`, or could be taken for another value.
  ///
  /// If the rows differ, the test fails with the changed (`~`), missing (`-`) and unexpected (`+`)
  /// rows.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - condition: The rows that are compared. Nil means all rows.
  ///   - expected: The expected rows.
  ///   - fileID: The position of the call. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the call.
  ///   - line: The position of the call.
  ///   - column: The position of the call.
  /// - Throws: ``TestDatabaseError`` if the expected text or a name in it is wrong. Under XCTest
  ///   also if the rows differ. The errors of the query.
  public func expect(
    _ table: String,
    where condition: SQL? = nil,
    _ expected: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws {
    let printer = try openCase().clone.template.printer
    let table = try printer.table(table)
    let expected = try ExpectedTable(expected)
    let columns = try printer.columns(expected.columns, of: table)
    let names = columns.map { table.columns[$0].name }
    let selection: SQL = "SELECT \(columns: names) FROM \(table: table.name)"
    let rows = try database.rows(condition.map { "\(selection) WHERE \($0)" } ?? selection)
    let actual = rows.map { row in
      zip(row.values, columns).map { printer.text($0, column: $1, of: table) }
    }
    let keys = table.primaryKey.compactMap { key in
      columns.firstIndex { table.columns[$0].name == key }
    }
    let difference = TableDifference(
      expected,
      actual,
      keys: keys.count == table.primaryKey.count ? keys : []
    )
    guard !difference.rows.isEmpty else { return }
    try ExpectationFailure(
      message: "The rows of \(table.name) differ:\n\(difference.text)",
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ).report()
  }
}

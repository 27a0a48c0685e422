public import StateGraphSQLite
import Testing

extension TestDatabase {
  /// Expects that a table contains exactly these rows.
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
  /// rows. If the expected rows are a string literal in the call, the method also makes a patch in
  /// `.stategraph/expected`, which replaces them by the actual rows. Apply the patch with `git
  /// apply` in the folder of the package.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - condition: An SQL condition that selects the rows to compare, or nil for all rows.
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
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try TableExpectation(table, condition: condition, text: expected).check(
      in: openCase(),
      at: location
    )
  }
}

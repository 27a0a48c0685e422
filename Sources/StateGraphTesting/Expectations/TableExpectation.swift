import StateGraphFixtures
import StateGraphSQLite
import Testing

/// An expectation about the rows of a table. `expect` of ``TestDatabase`` creates and checks it.
struct TableExpectation {
  private let table: String
  private let condition: SQL?
  private let text: String

  init(_ table: String, condition: SQL?, text: String) {
    self.table = table
    self.condition = condition
    self.text = text
  }

  /// Compares the rows of the table with the expected rows, and reports the difference as a
  /// failure.
  func check(in opened: DatabaseCase, at location: SourceLocation) throws {
    let difference = try difference(in: opened.clone)
    guard !difference.rows.isEmpty else {
      return PatchFolder.shared.expectationPassed(at: location)
    }
    let name = try opened.clone.template.printer.table(table).name
    try ExpectationFailure(
      message: "The rows of \(name) differ:\n\(difference.text)",
      location: location,
      patch: ExpectationPatch(replacing: text, by: difference.correctedLines, at: location)
    ).report(to: opened)
  }

  private func difference(in clone: Clone) throws -> TableDifference {
    let printer = clone.template.printer
    let table = try printer.table(table)
    let expected = try ExpectedTable(text)
    let columns = try printer.columns(expected.columns, of: table)
    let names = columns.map { table.columns[$0].name }
    let selection: SQL = "SELECT \(columns: names) FROM \(table: table.name)"
    let sql = condition.map { "\(selection) WHERE \($0)" } ?? selection
    let actual = try clone.database.rows(sql).map { row in
      zip(row.values, columns).map { printer.text($0, column: $1, of: table) }
    }
    let keys = table.primaryKey.compactMap { key in
      columns.firstIndex { table.columns[$0].name == key }
    }
    return TableDifference(
      expected,
      actual: actual,
      keys: keys.count == table.primaryKey.count ? keys : []
    )
  }
}

import StateGraphFormats
import StateGraphSQLite

/// An error of the row generator. The message says why the generator cannot make the rows, for
/// example which rule of the schema no row satisfies. The remedy says what the user can do.
package struct GenerationError: Error, Sendable, CustomStringConvertible {
  package let message: String
  package let remedy: String
  /// Whether the error is that a required reference finds no existing row to which it can point. A
  /// test that generates rows step by step skips the step then.
  package private(set) var isMissingParent = false

  init(_ message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
  }

  package var description: String { "\(message). \(remedy)" }

  /// Creates the error for a rule that has refused all tries for a row.
  init(_ refusal: RowRefusal, of table: TableSchema, tries: Int) {
    let name = printable(table.name)
    let column = refusal.columns.first.map { table.columns[$0].name } ?? "column"
    let ownValues =
      "Give the column \(table.name).\(column) values of its own, or write its rows as a fixture"
    switch refusal {
    case .check(let check):
      self.init(
        "no row of \(name) satisfies CHECK (\(check.oneLine)) after \(tries) tries",
        remedy: ownValues
      )
    case .key(let columns):
      let names = columns.map { table.columns[$0].name }.joined(separator: ", ")
      self.init(
        "no row of \(name) has a new value of the key (\(names)) after \(tries) tries",
        remedy: "Generate fewer rows of \(name), or more rows of the tables that it refers to"
      )
    case .reference(let reference):
      let names = reference.columns.map { table.columns[$0].name }.joined(separator: ", ")
      self.init(
        "no row of \(printable(reference.table)) fits the other values of \(name) (\(names)) "
          + "after \(tries) tries",
        remedy: "Generate more rows of \(printable(reference.table))"
      )
      isMissingParent = true
    }
  }

  /// Creates the error for a key that has fewer different values than rows are needed.
  init(key columns: [Int], of table: TableSchema, valueCount: UInt64, rowCount: Int) {
    let name = printable(table.name)
    let names = columns.map { table.columns[$0].name }.joined(separator: ", ")
    self.init(
      "the key (\(names)) of \(name) has only \(valueCount) different values for \(rowCount) rows",
      remedy: "Generate at most \(valueCount) rows of \(name)"
    )
  }
}

/// A rule of the schema that refuses a generated row.
enum RowRefusal {
  case check(CheckConstraint)
  case key([Int])
  case reference(TableShape.Reference)

  var columns: [Int] {
    switch self {
    case .check(let check): check.columns
    case .key(let columns): columns
    case .reference(let reference): reference.columns
    }
  }
}

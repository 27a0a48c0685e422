/// How a statement changes a table that may contain rows. The authorizer records it for statements
/// that are compiled inside `Connection.recordingTouches`.
enum StatementTouch: Hashable, Sendable {
  case drops(table: String)
  case dropsColumn(table: String, column: String)
  case deletes(table: String)
  case updates(table: String, column: String)
  case inserts(table: String)
  /// ALTER TABLE with ADD COLUMN, or with any form of RENAME.
  case alters(table: String)

  var table: String {
    switch self {
    case .drops(let table), .dropsColumn(let table, _), .deletes(let table),
      .updates(let table, _), .inserts(let table), .alters(let table):
      table
    }
  }
}

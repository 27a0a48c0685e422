/// What a statement does to a table that may have rows. The authorizer records it while SQLite
/// compiles the statement, if `Connection.recordingTouches` asks for it.
enum StatementTouch: Hashable, Sendable {
  case drops(table: String)
  case dropsColumn(table: String, column: String)
  case deletes(table: String)
  case updates(table: String, column: String)
  case inserts(table: String)
  /// ADD COLUMN, and RENAME in all its forms.
  case alters(table: String)

  var table: String {
    switch self {
    case .drops(let table), .dropsColumn(let table, _), .deletes(let table),
      .updates(let table, _), .inserts(let table), .alters(let table):
      table
    }
  }
}

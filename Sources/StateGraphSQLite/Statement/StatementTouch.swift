/// One change that a statement makes to a table or column, such as dropping it or writing to it.
///
/// Recorded only inside ``Connection/recordingTouches(_:)``, to find migrations that destroy data.
enum StatementTouch: Sendable {
  case drops(table: String)
  case dropsColumn(table: String, column: String)
  case deletes(table: String)
  case updates(table: String, column: String)
  case inserts(table: String)
  /// The statement adds a column to the table, or renames the table or a column.
  case alters(table: String)

  var table: String {
    switch self {
    case .drops(let table), .dropsColumn(let table, _), .deletes(let table),
      .updates(let table, _), .inserts(let table), .alters(let table):
      table
    }
  }
}

/// Why a pending transaction does not fit the server's newer state.
///
/// The transaction is then not visible in the file until the server decides it.
package enum SetAsideReason: Sendable {
  /// A row that the transaction changes does not exist.
  case rowGone(table: String)
  /// A row exists that the transaction inserts.
  case keyTaken(table: String)
  /// A row has other values than those that the transaction has seen, and the table refuses such a
  /// change.
  case rowChanged(table: String)
  /// A rule of the schema refuses a row, for example UNIQUE or CHECK.
  case rule(table: String)
  /// A row would refer to a missing row.
  case missingRow(child: String, parent: String)
  /// The table was dropped, or has other columns than at the time of the transaction.
  case tableChanged(String)
}

extension SetAsideReason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .rowGone(let table): "A row of the table \(table) that the write changes was deleted."
    case .keyTaken(let table): "A row of the table \(table) that the write inserts exists already."
    case .rowChanged(let table):
      "A row of the table \(table) that the write changes was changed by another machine."
    case .rule(let table): "A rule of the table \(table) refuses a row of the write."
    case .missingRow(let child, let parent):
      "A row of the table \(child) would refer to a missing row of the table \(parent)."
    case .tableChanged(let table):
      "The table \(table) has changed or was dropped since the write."
    }
  }
}

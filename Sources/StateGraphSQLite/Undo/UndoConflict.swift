/// The row because of which an undo or a redo was refused, as the `cause` of a
/// ``DatabaseError`` with the code ``DatabaseError/Code-swift.struct/undoConflict``.
///
/// Another write has changed, inserted or deleted the row since. The description contains no values
/// of the row, so it is safe to log.
public struct UndoConflict: Error, Sendable {
  /// The table of the row.
  public let table: String
  /// The columns of the row's primary key. In a table without one, the name of the rowid.
  public let keyColumns: [String]
  /// The values of the key columns, by which a program can find the row.
  public let key: [SQLiteValue]

  init(_ row: RowTarget, of table: TableSchema) {
    self.table = table.name
    keyColumns = table.primaryKey.isEmpty ? [table.rowIDName ?? "rowid"] : table.primaryKey
    key = row.key.values
  }
}

extension UndoConflict: CustomStringConvertible {
  public var description: String {
    "a row of the table \(table) with the key \(keyColumns.joined(separator: ", "))"
  }
}

/// The change of one row in a local write that the server has refused.
public struct RefusedChange: Sendable {
  /// The name of the table.
  public let table: String
  /// The row before the write. Nil if the write has inserted the row.
  public let old: SQLiteRow?
  /// The row after the write. Nil if the write has deleted the row.
  public let new: SQLiteRow?

  /// - Parameter columns: The names of the table's columns. A column that the table no longer has
  ///   gets its number as its name.
  init(_ change: PendingChange, columns: [String]) {
    table = change.table.string
    func row(_ image: RowImage?) -> SQLiteRow? {
      guard let image else { return nil }
      let values = (0..<image.count).map { image[$0] }
      let names = values.indices.map { columns.indices.contains($0) ? columns[$0] : "\($0)" }
      return SQLiteRow(columns: names, values: values)
    }
    (old, new) = (row(change.row.old), row(change.row.new))
  }
}

/// The functions by which one list reads the rows of a ``DirectListSource``, on any thread.
package struct ListReading<Rows: ListRows>: Sendable {
  /// Reads the rows once. The evaluation that calls it depends on the rows.
  package let rows: @Sendable () -> Rows

  /// Reads the rows once, or returns nil if this could take so long that a window would miss
  /// frames. The evaluation that calls it depends on the rows in both cases.
  package let rowsAtOnce: @Sendable () -> Rows?

  package init(
    atOnce rowsAtOnce: @escaping @Sendable () -> Rows? = { nil },
    _ rows: @escaping @Sendable () -> Rows
  ) {
    (self.rowsAtOnce, self.rows) = (rowsAtOnce, rows)
  }
}

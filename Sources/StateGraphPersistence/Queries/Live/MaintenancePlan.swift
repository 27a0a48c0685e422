import StateGraphLive
import StateGraphSQLite

/// Decides whether a row is in the result of a live query, and at which position.
///
/// A commit can therefore update the result without a SELECT. The plan is a class, because it is
/// read for every changed row, and each copy of a large structure would cost time.
final class MaintenancePlan: Sendable {
  /// Selects the columns of a row that are stored in memory.
  let projection: RowProjection
  /// The query's condition on the columns in memory.
  ///
  /// The value is nil if only SQL can evaluate the condition. ``conditionColumns`` then has the
  /// columns that the condition reads.
  let condition: RowCondition?
  /// The indexes of the table's columns that the condition reads.
  ///
  /// Empty if the condition can be evaluated without SQL.
  let conditionColumns: [Int]
  let order: RowOrder
  let limit: Int?
  let offset: Int

  init(
    projection: RowProjection,
    condition: RowCondition?,
    conditionColumns: [Int] = [],
    order: RowOrder,
    limit: Int? = nil,
    offset: Int = 0
  ) {
    self.projection = projection
    self.condition = condition
    self.conditionColumns = conditionColumns
    self.order = order
    self.limit = limit
    self.offset = offset
  }

  /// Whether the query has a limit or an offset, so that it may leave out matching rows.
  var isWindow: Bool { limit != nil || offset > 0 }

  /// Returns the stored columns of a row from before and after a change.
  ///
  /// `old` is nil if the row did not match the query before the change. `new` is nil if the row
  /// does not match the query after the change.
  ///
  /// - Throws: `UndecidableRow` if only SQLite can evaluate the query's condition for the row.
  func images(
    of change: RowChange
  ) throws(UndecidableRow) -> (old: RowImage?, new: RowImage?) {
    (try image(of: change.old), try image(of: change.new))
  }

  /// Returns the stored columns of a row from before and after a change that is not committed yet.
  ///
  /// An image is nil if the row did not match the query before the change, or does not match it
  /// after the change.
  func images(
    of step: UncommittedStep
  ) throws(UndecidableRow) -> (old: RowImage?, new: RowImage?) {
    (try image(of: step.old), try image(of: step.new))
  }

  private func image(of declared: RowImage?) throws(UndecidableRow) -> RowImage? {
    guard let declared else { return nil }
    let image = projection(declared)
    guard let condition else { return image }
    return try condition.holds(image) ? image : nil
  }
}

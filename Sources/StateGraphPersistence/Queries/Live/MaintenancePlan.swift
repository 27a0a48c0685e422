import StateGraphLive
import StateGraphSQLite

/// Decides from a row's values whether the row belongs to a live query, and at which place in its
/// order. A commit can therefore update the query's result without a SELECT.
///
/// This is a class, because the plan is read for every changed row. Copying a large structure each
/// time would cost more.
final class MaintenancePlan: Sendable {
  /// Selects the columns that are kept in memory for each row from all columns of the table.
  let projection: RowProjection
  /// The query's condition on the kept columns. Nil if no check is needed, or if only SQL can
  /// evaluate the condition.
  let condition: RowCondition?
  /// The indexes of the table's columns that the condition reads. Empty if the condition can be
  /// evaluated without SQL.
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

  /// Returns the kept columns of a row before and after a change.
  ///
  /// `old` is nil if the row did not belong to the query before the change. `new` is nil if the row
  /// does not belong to the query after the change.
  func images(of change: RowChange) -> (old: RowImage?, new: RowImage?) {
    (change.old.flatMap(image(of:)), change.new.flatMap(image(of:)))
  }

  /// Returns the kept columns of a row before and after a change that is not committed yet. See
  /// `images(of:)`.
  func images(of step: UncommittedStep) -> (old: RowImage?, new: RowImage?) {
    (step.old.flatMap(image(of:)), step.new.flatMap(image(of:)))
  }

  private func image(of declared: RowImage) -> RowImage? {
    let image = projection(declared)
    return condition?.holds(image) ?? true ? image : nil
  }
}

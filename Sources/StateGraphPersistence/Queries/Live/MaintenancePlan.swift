import StateGraphLive
import StateGraphSQLite

/// Decides from row images which rows belong to a live query, and in which order. The changes of a
/// commit therefore need no SELECT. This is a class, because copying a large structure out of a
/// slot for every changed row would cost more.
final class MaintenancePlan: Sendable {
  /// Takes from a row of the table the columns that the slot keeps.
  let projection: RowProjection
  /// The condition on the kept columns. Nil if every row belongs to the query that the router
  /// passes to its slot.
  let condition: RowCondition?
  /// If only SQL can evaluate the condition: the columns of the table that the condition reads.
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

  /// Returns the kept columns of a row before and after a change. An image is nil if the row does
  /// not belong to the query at that time.
  func images(of change: RowChange) -> (old: RowImage?, new: RowImage?) {
    (change.old.flatMap(image(of:)), change.new.flatMap(image(of:)))
  }

  private func image(of declared: RowImage) -> RowImage? {
    let image = projection(declared)
    return condition?.holds(image) ?? true ? image : nil
  }
}

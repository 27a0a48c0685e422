import StateGraphLive
import StateGraphSQLite

/// What tells the rows of a live query and their order from the rows' images alone, so that a
/// commit's changes need no SELECT. A class, because it is taken out of a slot for every row.
final class MaintenancePlan: Sendable {
  /// What the slot keeps of a declared row.
  let projection: RowProjection
  /// Over the kept columns; nil where every row belongs that the router finds.
  let condition: RowCondition?
  /// The declared columns that say which rows belong, where the condition is left to SQL.
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

  /// The kept columns of a row before and after, each only where the row belongs.
  func images(of change: RowChange) -> (old: RowImage?, new: RowImage?) {
    (change.old.flatMap(image(of:)), change.new.flatMap(image(of:)))
  }

  private func image(of declared: RowImage) -> RowImage? {
    let image = projection(declared)
    return condition?.holds(image) ?? true ? image : nil
  }
}

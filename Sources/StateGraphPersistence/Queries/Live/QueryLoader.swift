import StateGraphLive
import StateGraphSQLite

/// Loads the rows of a live query from the file, each with its entity.
struct QueryLoader<Element: Entity>: ResultLoader {
  let query: QueryTable<Element>
  var shape: QueryShape

  private var table: EntityTable<Element> { query.table }

  func plan() throws -> MaintenancePlan? {
    guard let condition = RowCondition(shape, over: ImageColumns(ofEntity: table.layout)) else {
      return nil
    }
    return plan(condition)
  }

  /// Returns the plan by which commits update the result in memory.
  ///
  /// Returns nil if only SQL can decide the order of the rows.
  ///
  /// - Parameters:
  ///   - condition: The query's condition on a row, or nil if only SQL can evaluate it.
  ///   - conditionColumns: The indexes of the columns that the query's condition reads, if
  ///     `condition` is nil.
  func plan(_ condition: RowCondition?, conditionColumns: [Int] = []) -> MaintenancePlan? {
    let layout = table.layout
    let columns = ImageColumns(ofEntity: layout)
    guard layout.isUTF8, let terms = columns.order(of: shape),
      let order = RowOrder(terms, keyCount: layout.keyCount)
    else { return nil }
    return MaintenancePlan(
      projection: layout.projection,
      condition: condition,
      conditionColumns: conditionColumns,
      order: order,
      limit: shape.limit,
      offset: shape.offset ?? 0
    )
  }

  func rows(_ plan: MaintenancePlan?, after image: RowImage?, count: Int?) throws -> LoadedResult {
    var shape = shape
    if let plan {
      (shape.limit, shape.offset) = (count, nil)
      if let image { shape.condition = .both(shape.condition, and: condition(after: image, plan)) }
    }
    for _ in 0..<3 {
      let (loaded, isOfOneCommit) = try load(shape)
      if isOfOneCommit { return loaded }
    }
    // A commit was published during every attempt, so the rows may be from different commits. The
    // result is therefore not stored, and the evaluation is repeated.
    var loaded = try load(shape).rows
    loaded.isComplete = false
    if let plan { loaded.rows.sort { plan.order.compare($0.image, with: $1.image) < 0 } }
    return loaded
  }

  /// Loads rows, and returns whether all of them are from the same commit.
  ///
  /// If a commit is published during the load, an entity may be newer than its row in SQLite's
  /// result.
  private func load(_ shape: QueryShape) throws -> (rows: LoadedResult, isOfOneCommit: Bool) {
    let (generation, refusalCount) = (table.generation, table.refusalCount)
    let rows = try query.load(shape).map { $0.row }
    let loaded = LoadedResult(rows: rows, isComplete: table.refusalCount == refusalCount)
    return (loaded, table.generation == generation)
  }

  /// Returns a condition for the rows that sort after the row `image` in the query's order.
  private func condition(after image: RowImage, _ plan: MaintenancePlan) -> QueryExpression? {
    let cursor = QueryCursor(
      ordering: shape.totalOrdering(table.definition),
      values: plan.order.terms.map { image[$0.column] }
    )
    return cursor.condition(in: table.definition)
  }

  func payload(of image: RowImage, since generation: UInt64) throws -> RowObject? {
    try table.entity(of: image, since: generation)
  }

  var generation: UInt64 { table.generation }
}

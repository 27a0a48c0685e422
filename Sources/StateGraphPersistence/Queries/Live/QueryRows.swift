import StateGraphLive
import StateGraphSQLite

/// The entities of a query, as a slot follows them.
struct QueryRows<Element: Entity>: RowsSource {
  let query: QueryTable<Element>
  var shape: QueryShape

  private var table: EntityTable<Element> { query.table }

  func plan() throws -> RowsPlan? {
    guard let condition = RowCondition(shape, over: ImageColumns(ofEntity: table.layout)) else {
      return nil
    }
    return plan(condition)
  }

  /// Nil where only SQL can tell the order.
  ///
  /// - Parameter condition: Nil where only SQL can tell which rows belong.
  func plan(_ condition: RowCondition?, conditionColumns: [Int] = []) -> RowsPlan? {
    let layout = table.layout
    let columns = ImageColumns(ofEntity: layout)
    guard layout.isUTF8, let terms = columns.order(of: shape),
      let order = RowOrder(terms, keyCount: layout.keyCount)
    else { return nil }
    return RowsPlan(
      projection: layout.projection,
      condition: condition,
      conditionColumns: conditionColumns,
      order: order,
      limit: shape.limit,
      offset: shape.offset ?? 0
    )
  }

  func rows(_ plan: RowsPlan?, after image: RowImage?, count: Int?) throws -> LoadedRows {
    var shape = shape
    if let plan {
      (shape.limit, shape.offset) = (count, nil)
      if let image { shape.condition = .both(shape.condition, condition(after: image, plan)) }
    }
    for _ in 0..<3 {
      let (loaded, isOfOneCommit) = try load(shape)
      if isOfOneCommit { return loaded }
    }
    // Commits keep coming in between. Nothing is kept, and the evaluation that asks is repeated.
    var loaded = try load(shape).rows
    loaded.isWhole = false
    if let plan { loaded.rows.sort { plan.order.compare($0.image, $1.image) < 0 } }
    return loaded
  }

  /// An entity's image may be newer than the SELECT that has found it.
  private func load(_ shape: QueryShape) throws -> (rows: LoadedRows, isOfOneCommit: Bool) {
    let (generation, refusalCount) = (table.generation, table.refusalCount)
    let rows = try query.load(shape).map { $0.row }
    let loaded = LoadedRows(rows: rows, isWhole: table.refusalCount == refusalCount)
    return (loaded, table.generation == generation)
  }

  /// Holds for the rows that are ordered behind one.
  private func condition(after image: RowImage, _ plan: RowsPlan) -> QueryExpression? {
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

import StateGraphLive
import StateGraphSQLite

/// Loads the values of a live aggregate, such as a count or a sum, from the file.
protocol AggregateLoader: Sendable {
  /// Returns a plan by which the changed rows of commits update the aggregate.
  ///
  /// Returns nil if only SQL can compute the aggregate.
  func plan() throws -> AggregatePlan?

  /// Computes the aggregate with SQL.
  ///
  /// Returns one row, or one row for each group.
  func rows() throws -> [[SQLiteValue]]

  /// Reads the rows that `values` needs from the file. Returns `values` with these rows added.
  func hydrate(_ values: LiveValues, plan: AggregatePlan) throws -> LiveValues

  /// Reads the rows that ``MaintainedAggregate/refill`` describes, and adds them to the aggregate.
  ///
  /// Called after commits have deleted so many stored rows that more rows are needed.
  func refill(_ aggregate: MaintainedAggregate, plan: AggregatePlan) throws -> MaintainedAggregate
}

/// Loads the values of a live aggregate over the rows of one query from the file.
struct QueryAggregateLoader<Element: Entity>: AggregateLoader {
  let query: QueryTable<Element>
  let shape: QueryShape
  let result: QueryResult

  func plan() throws -> AggregatePlan? {
    AggregatePlan(shape, result: result, of: query.table.layout)
  }

  func rows() throws -> [[SQLiteValue]] {
    try query.read(shape, result: result)
  }

  func hydrate(_ values: LiveValues, plan: AggregatePlan) throws -> LiveValues {
    switch values {
    case .groups(var groups):
      var ordered = shape
      ordered.ordering = result.expressions.prefix(1).map {
        QueryOrdering.Term(expression: $0, direction: .ascending)
      }
      try read(ordered, plan: plan, isOrdered: true) { groups.hydrate(sorted: $0) }
      return .groups(groups)
    case .one(var aggregate):
      if aggregate.function == .count {
        guard case .integer(let count)? = try rows().first?[0] else { return values }
        aggregate.hydrate(count: Int(count))
      } else if let hydration = aggregate.hydration {
        var first = firstRows(of: aggregate.function)
        first.limit = hydration.limit
        try read(first, plan: plan, isOrdered: true) { aggregate.hydrate($0) }
      } else {
        try read(shape, plan: plan, isOrdered: false) { aggregate.hydrate($0) }
      }
      return .one(aggregate)
    }
  }

  func refill(_ aggregate: MaintainedAggregate, plan: AggregatePlan) throws -> MaintainedAggregate {
    guard let refill = aggregate.refill, let order = aggregate.hydration?.order else {
      return aggregate
    }
    var next = firstRows(of: aggregate.function)
    let cursor = QueryCursor(
      ordering: next.totalOrdering(query.table.definition),
      values: order.terms.map { refill.after[$0.column] }
    )
    next.condition = .both(next.condition, and: cursor.condition(in: query.table.definition))
    next.limit = refill.count
    var refilled = aggregate
    try read(next, plan: plan, isOrdered: true) { refilled.refill(with: $0) }
    return refilled
  }

  /// Returns a query for the rows with the least (`min`) or the greatest value (`max`) first.
  ///
  /// Rows without a value are left out. EXISTS needs no value, so its query returns all matching
  /// rows in the order of their keys.
  private func firstRows(of function: AggregateFunction) -> QueryShape {
    var shape = shape
    shape.ordering = []
    guard let value = result.expressions.first else { return shape }
    // The functions `min` and `max` of SQL ignore NULL.
    shape.condition = .both(shape.condition, and: .compare(value, .notEqual, .value(.null)))
    var direction = QueryOrdering.Direction.ascending
    if case .maximum = function { direction = .descending }
    shape.ordering = [QueryOrdering.Term(expression: value, direction: direction)]
    return shape
  }

  private func read(
    _ shape: QueryShape,
    plan: AggregatePlan,
    isOrdered: Bool,
    body: (StatementImages) -> Void
  ) throws {
    let columns = query.table.layout.table.columns.indices.map { plan.columns[$0] }
    let statement = try query.statement(shape, result: .values(columns, isOrdered: isOrdered))
    try query.database.withReader { connection in
      let statement = try connection.prepare(statement.sql)
      let images = StatementImages(of: statement, columnCount: columns.count) {
        query.database.waitForPublication()
      }
      body(images)
      if let failure = images.failure { throw failure }
    }
  }
}

import StateGraphSQLite

/// One step of a walk through all rows of a table: finds the row that is some rows after another.
struct PositionStep {
  enum Outcome {
    case fence(RowPositions.Fence)
    /// There are fewer rows. The value is the number of all rows.
    case end(Int)
  }

  private let table: StudioTable
  private let order: PageOrder

  init(_ request: PageRequest, schema: StudioSchema) throws(StudioError) {
    table = try schema.table(request.table)
    order = try PageOrder(request.order, of: table)
  }

  /// - Parameters:
  ///   - last: The fence at which the step begins, or nil for the first row.
  ///   - count: The number of rows between two fences.
  func run(
    from last: RowPositions.Fence?,
    count: Int,
    _ connection: Connection
  ) throws -> Outcome {
    let conditions: [SQL?] =
      try last.map { try order.conditions(after: $0.values, isReversed: false) } ?? [nil]
    // A fence is the first row after `count` rows. From the second one on, the row of the last
    // fence is the first of these rows.
    let start = last?.position ?? 0
    var rest = last == nil ? count : count - 1
    let names = order.columns.map { $0.name }
    for condition in conditions {
      let clause: SQL = condition.map { " WHERE \($0)" } ?? ""
      let source = "FROM main.\(table: table.schema.name)" + clause
      let terms = order.terms(isReversed: false)
      let statement = try connection.prepare(
        "SELECT \(columns: names) " + source + " ORDER BY \(terms) LIMIT 1 OFFSET \(Int64(rest))"
      )
      defer { statement.reset() }
      if try statement.step() {
        let values = names.indices.map { WholeValue(statement, column: $0) }
        return .fence(RowPositions.Fence(position: start + count, values: values))
      }
      let found = try connection.firstValue(
        "SELECT count(*) FROM (SELECT 1 " + source + " LIMIT \(Int64(rest)))"
      )
      if case .integer(let found) = found { rest -= Int(found) }
    }
    return .end(start + count - rest)
  }
}

import StateGraphLive
import StateGraphSQLite

/// Decides how the changed rows of a commit update a live aggregate or its groups. No SELECT is
/// needed then.
///
/// The plan expects row images (copies of a row's values) with all columns that the table declares.
struct AggregatePlan: Sendable {
  private let condition: RowCondition
  /// The state before any row is added. Copy it, and fill the copy with rows from the file.
  let values: LiveValues
  /// The columns that the aggregate reads, by their index in a row image. All other columns may be
  /// NULL in the images that are loaded from the file.
  let columns: [Int: QueryExpression]

  /// Creates a plan. Returns nil if only SQL can decide which rows belong to the query, or if only
  /// SQL can compute the result.
  init?(_ shape: QueryShape, _ result: QueryResult, of layout: EntityLayout) {
    let columns = ImageColumns(declaredBy: layout)
    guard layout.isUTF8, !shape.isWindow, let condition = RowCondition(shape, over: columns)
    else { return nil }
    let keyColumns = layout.indexes.prefix(layout.keyCount)
    let key = keyColumns.compactMap { columns.term(ofColumn: $0) }
    guard key.count == keyColumns.count else { return nil }
    switch result {
    case .existence: values = .one(MaintainedAggregate(.exists, key: key))
    case .aggregate(let aggregate):
      guard let function = AggregateFunction(aggregate, columns) else { return nil }
      values = .one(MaintainedAggregate(function, key: key))
    case .groups(let expression, let aggregate):
      guard let term = columns.term(of: expression),
        let function = AggregateFunction(aggregate, columns)
      else { return nil }
      values = .groups(MaintainedGroups(by: term, [function]))
    case .images, .keys, .values: return nil
    }
    self.condition = condition
    var looked: [Int: QueryExpression] = [:]
    for (index, column) in keyColumns.enumerated() {
      looked[column] = .column(RowPath().key(index))
    }
    for expression in result.expressions {
      if let column = columns.index(of: expression) { looked[column] = expression }
    }
    self.columns = looked
  }

  /// Returns the images of a row before and after a change.
  ///
  /// `old` is nil if the row did not belong to the query before the change. `new` is nil if the row
  /// does not belong to the query after the change.
  func images(of change: RowChange) -> (old: RowImage?, new: RowImage?) {
    (
      change.old.flatMap { condition.holds($0) ? $0 : nil },
      change.new.flatMap { condition.holds($0) ? $0 : nil }
    )
  }
}

/// The current state of a live aggregate: a single value, or one value for each group.
enum LiveValues: Sendable {
  case one(MaintainedAggregate)
  case groups(MaintainedGroups)

  /// Updates the state for one changed row.
  ///
  /// Pass nil for `old` if the row did not belong to the query before the change. Pass nil for
  /// `new` if the row does not belong to the query after the change.
  mutating func apply(old: RowImage?, new: RowImage?) -> MaintenanceOutcome {
    switch self {
    case .one(var aggregate):
      self = .empty
      defer { self = .one(aggregate) }
      return aggregate.apply(old: old, new: new)
    case .groups(var groups):
      // Clears `self` first. `groups` then has no second owner, and changes in place without a
      // copy.
      self = .empty
      defer { self = .groups(groups) }
      return groups.apply(old: old, new: new)
    }
  }

  private static let empty = LiveValues.one(MaintainedAggregate(.count, key: []))
}

extension QueryResult {
  /// The expressions that an aggregate or a group key reads from each row. Empty for a count of
  /// rows, and for results without an aggregate.
  var expressions: [QueryExpression] {
    switch self {
    case .aggregate(let aggregate): aggregate.expression.map { [$0] } ?? []
    case .groups(let key, let aggregate): [key] + (aggregate.expression.map { [$0] } ?? [])
    case .images, .keys, .existence, .values: []
    }
  }
}

extension ImageColumns {
  /// Returns the index of the column that the expression names. Returns nil if the expression is
  /// not a column, or if a row image does not contain the column.
  func index(of expression: QueryExpression) -> Int? {
    guard case .column(let path) = expression else { return nil }
    return index(of: path)
  }

  func term(of expression: QueryExpression) -> RowOrder.Term? {
    index(of: expression).flatMap { term(ofColumn: $0) }
  }

  /// Returns a term that orders rows by this column. Returns nil if the column has a custom
  /// collation, because only SQLite can compare by it.
  fileprivate func term(ofColumn index: Int) -> RowOrder.Term? {
    RowOrder.Term(column: index, collation: schemas[index].collation)
  }
}

extension AggregateFunction {
  fileprivate init?(_ aggregate: QueryAggregate, _ columns: ImageColumns) {
    guard let expression = aggregate.expression else {
      self = .count
      return
    }
    guard let term = columns.term(of: expression) else { return nil }
    switch aggregate {
    case .count: self = .count
    case .sum: self = .sum(column: term.column)
    case .average: self = .average(column: term.column)
    case .minimum: self = .minimum(term)
    case .maximum: self = .maximum(term)
    case .distinctCount: self = .countOfDistinctValues(term)
    }
  }
}

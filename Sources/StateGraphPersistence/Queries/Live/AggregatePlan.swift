import StateGraphLive
import StateGraphSQLite

/// Computes an aggregate of a query, or its groups, from the changed rows of a commit, so that no
/// SELECT is needed. The row images contain the columns that the table declares.
struct AggregatePlan: Sendable {
  private let condition: RowCondition
  /// The empty state, to be filled with rows from the file.
  let values: LiveValues
  /// The columns that the state reads, by their index in an image. Other columns may be NULL.
  let columns: [Int: QueryExpression]

  /// Returns nil if only SQL can decide which rows belong to the query, or compute the result.
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

  /// Returns the images of a row before and after a change. An image is nil if the row does not
  /// belong to the query at that time.
  func images(of change: RowChange) -> (old: RowImage?, new: RowImage?) {
    (
      change.old.flatMap { condition.holds($0) ? $0 : nil },
      change.new.flatMap { condition.holds($0) ? $0 : nil }
    )
  }
}

/// The state of one live aggregate, or of live groups.
enum LiveValues: Sendable {
  case one(MaintainedAggregate)
  case groups(MaintainedGroups)

  /// Updates the state for the change of one row, as ``MaintainedAggregate`` does.
  mutating func apply(old: RowImage?, new: RowImage?) -> MaintenanceOutcome {
    switch self {
    case .one(var aggregate):
      self = .empty
      defer { self = .one(aggregate) }
      return aggregate.apply(old: old, new: new)
    case .groups(var groups):
      // Releases the reference in `self` first, so that `groups` changes in place without a copy.
      self = .empty
      defer { self = .groups(groups) }
      return groups.apply(old: old, new: new)
    }
  }

  private static let empty = LiveValues.one(MaintainedAggregate(.count, key: []))
}

extension QueryResult {
  /// The expressions that the result reads of each row.
  var expressions: [QueryExpression] {
    switch self {
    case .aggregate(let aggregate): aggregate.expression.map { [$0] } ?? []
    case .groups(let key, let aggregate): [key] + (aggregate.expression.map { [$0] } ?? [])
    case .images, .keys, .existence, .values: []
    }
  }
}

extension ImageColumns {
  /// Returns the column index of an expression; nil if the expression is not a column.
  func index(of expression: QueryExpression) -> Int? {
    guard case .column(let path) = expression else { return nil }
    return index(of: path)
  }

  func term(of expression: QueryExpression) -> RowOrder.Term? {
    index(of: expression).flatMap { term(ofColumn: $0) }
  }

  /// Returns nil for a collation by which only SQLite can compare.
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

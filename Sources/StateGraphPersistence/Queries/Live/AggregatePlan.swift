import StateGraphLive
import StateGraphSQLite

/// Determines how a changed row updates a live aggregate or its groups without a SELECT.
///
/// A row is passed as an image, which is a copy of its values. The image must contain all columns
/// that the table declares.
struct AggregatePlan: Sendable {
  private let condition: RowCondition
  /// The empty values of the aggregate. To use them, fill a copy with rows from the file.
  let values: LiveValues
  /// The columns that the aggregate reads, by their index in a copy of a row.
  ///
  /// All other columns may be NULL in the rows that are loaded from the file.
  let columns: [Int: QueryExpression]

  /// Creates a plan for a query and an aggregate.
  ///
  /// Returns nil if only SQL can evaluate the condition or compute the result.
  init?(_ shape: QueryShape, result: QueryResult, of layout: EntityLayout) {
    let columns = ImageColumns(declaredBy: layout)
    guard layout.isUTF8, !shape.isWindow, let condition = RowCondition(shape, over: columns)
    else { return nil }
    let keyColumns = layout.indexes.prefix(layout.keyCount)
    let key = keyColumns.compactMap { columns.term(ofColumn: $0) }
    guard key.count == keyColumns.count else { return nil }
    switch result {
    case .existence: values = .one(MaintainedAggregate(.exists, key: key))
    case .aggregate(let aggregate):
      guard let function = AggregateFunction(aggregate, columns: columns) else { return nil }
      values = .one(MaintainedAggregate(function, key: key))
    case .groups(let expression, let aggregate, having: nil):
      guard let term = columns.term(of: expression),
        let function = AggregateFunction(aggregate, columns: columns)
      else { return nil }
      values = .groups(MaintainedGroups(by: term, [function]))
    case .groups, .images, .keys, .rowIDs, .selection, .values: return nil
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

  /// Returns copies of a row from before and after a change.
  ///
  /// `old` is nil if the row did not match the query before the change. `new` is nil if the row
  /// does not match the query after the change.
  ///
  /// - Throws: `UndecidableRow` if only SQLite can evaluate the query's condition for the row.
  func images(
    of change: RowChange
  ) throws(UndecidableRow) -> (old: RowImage?, new: RowImage?) {
    (try matching(change.old), try matching(change.new))
  }

  private func matching(_ image: RowImage?) throws(UndecidableRow) -> RowImage? {
    guard let image, try condition.holds(image) else { return nil }
    return image
  }
}

/// The current values of a live aggregate: a single value, or one value for each group.
enum LiveValues: Sendable {
  case one(MaintainedAggregate)
  case groups(MaintainedGroups)

  /// Updates the values after the change of one row.
  ///
  /// - Parameters:
  ///   - old: The row before the change; nil if the row did not match the query.
  ///   - new: The row after the change; nil if the row does not match the query.
  ///   - groupDidChange: Called with the image of each changed group before and after the change.
  ///     See ``MaintainedGroups/apply(old:new:groupDidChange:)``.
  mutating func apply(
    old: RowImage?,
    new: RowImage?,
    groupDidChange: (RowImage?, RowImage?) -> Void
  ) -> MaintenanceOutcome {
    switch self {
    case .one(var aggregate):
      self = .empty
      defer { self = .one(aggregate) }
      return aggregate.apply(old: old, new: new)
    case .groups(var groups):
      // This releases the reference that `self` has to the groups. `groups` then changes in place
      // without a copy.
      self = .empty
      defer { self = .groups(groups) }
      return groups.apply(old: old, new: new, groupDidChange: groupDidChange)
    }
  }

  private static let empty = LiveValues.one(MaintainedAggregate(.count, key: []))
}

extension QueryResult {
  /// The expressions whose values an aggregate or a group needs from each row.
  ///
  /// Empty for a count of rows, and for a result without an aggregate.
  var expressions: [QueryExpression] {
    switch self {
    case .aggregate(let aggregate): aggregate.expression.map { [$0] } ?? []
    case .groups(let key, let aggregate, having: _):
      [key] + (aggregate.expression.map { [$0] } ?? [])
    case .images, .keys, .rowIDs, .existence, .selection, .values: []
    }
  }
}

extension ImageColumns {
  /// Returns the index of the column that the expression names.
  ///
  /// Returns nil if the expression is not a column, or if copies of rows do not contain the column.
  func index(of expression: QueryExpression) -> Int? {
    guard case .column(let path) = expression else { return nil }
    return index(of: path)
  }

  func term(of expression: QueryExpression) -> RowOrder.Term? {
    index(of: expression).flatMap { term(ofColumn: $0) }
  }

  /// Returns a term that orders rows by the column at `index`.
  ///
  /// Returns nil if the column has a custom collation, because only SQLite can compare texts by it.
  fileprivate func term(ofColumn index: Int) -> RowOrder.Term? {
    RowOrder.Term(column: index, collation: schemas[index].collation)
  }
}

extension AggregateFunction {
  fileprivate init?(_ aggregate: QueryAggregate, columns: ImageColumns) {
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

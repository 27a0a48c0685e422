import StateGraphSQLite

/// An expression over a row: a condition, or a value to order or group by.
///
/// A pure value with two interpreters: ``QueryRenderer`` translates it to SQL, and
/// ``MemoryEvaluator`` evaluates it on entities. Conditions are true or false and never unknown.
/// `==` and `!=` compare with nil as in Swift, every other comparison with nil is false, and `!`
/// negates.
indirect enum QueryExpression: Hashable, Sendable {
  case column(ColumnPath)
  case value(SQLiteValue)
  case compare(QueryExpression, Comparison, QueryExpression)
  case isOneOf(QueryExpression, [SQLiteValue])
  case matches(QueryExpression, TextMatch)
  case joined(ConditionChain)
  case not(QueryExpression)
  case exists(ChildrenPath, QueryExpression?)
  case count(ChildrenPath, QueryExpression?)
  /// Replaces an expression that is nested deeper than ``depthLimit``. A query with it throws an
  /// error.
  case tooDeep

  enum Comparison: Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  /// A comparison of texts other than their order.
  enum TextMatch: Hashable, Sendable {
    /// Compares bytes. The text has no wildcards.
    case prefix(String), suffix(String), infix(String)
    case like(LikePattern)
  }
}

extension QueryExpression {
  /// Holds where both conditions hold; nil stands for a condition that always holds.
  static func both(_ left: QueryExpression?, _ right: QueryExpression?) -> QueryExpression? {
    guard let left, let right else { return left ?? right }
    return .and(left, right)
  }

  /// Whether the row has this key; for nil, whether the reference to the row is nil.
  static func isRow(_ row: RowPath, _ key: RowKey?) -> QueryExpression {
    guard let key else { return .compare(.column(row.key(0)), .equal, .value(.null)) }
    let columns = key.values.enumerated().map { index, value in
      QueryExpression.compare(.column(row.key(index)), .equal, .value(value))
    }
    return columns.dropFirst().reduce(columns[0]) { .and($0, $1) }
  }
}

extension RowPath {
  /// A column of the row's key. The key of a referenced row is read from the referencing column,
  /// without a join.
  func key(_ index: Int) -> ColumnPath {
    guard let reference = hops.last else { return ColumnPath(row: self, member: .key(index)) }
    let referring = RowPath(depth: depth, hops: hops.dropLast())
    return ColumnPath(row: referring, member: .property(reference.property))
  }
}

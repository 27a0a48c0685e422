import StateGraphSQLite

/// An expression over a row: a condition, or a value to order or group by.
///
/// A pure value. ``QueryRenderer`` translates it to SQL, and ``MemoryEvaluator`` evaluates it on
/// entities. A condition is true or false, and never unknown as in SQL. `==` and `!=` compare with
/// nil as in Swift. Every other comparison with nil is false, and `!` negates the result.
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
  /// Stands for an expression that is nested deeper than ``depthLimit``. A query that contains it
  /// throws an error.
  case tooDeep

  enum Comparison: Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  /// A comparison of texts that does not depend on their order.
  enum TextMatch: Hashable, Sendable {
    /// Compares bytes. The text has no wildcards.
    case prefix(String), suffix(String), infix(String)
    case like(LikePattern)
  }
}

extension QueryExpression {
  /// Returns a condition that holds if both conditions hold. Nil is a condition that always holds.
  static func both(_ left: QueryExpression?, _ right: QueryExpression?) -> QueryExpression? {
    guard let left, let right else { return left ?? right }
    return .and(left, right)
  }

  /// Returns the condition that the row has this key. If the key is nil, the condition is that the
  /// reference to the row is nil.
  static func isRow(_ row: RowPath, _ key: RowKey?) -> QueryExpression {
    guard let key else { return .compare(.column(row.key(0)), .equal, .value(.null)) }
    let columns = key.values.enumerated().map { index, value in
      QueryExpression.compare(.column(row.key(index)), .equal, .value(value))
    }
    return columns.dropFirst().reduce(columns[0]) { .and($0, $1) }
  }
}

extension RowPath {
  /// Returns a column of the row's primary key. The key of a referenced row is read from the column
  /// that references it, so that no join is needed.
  func key(_ index: Int) -> ColumnPath {
    guard let reference = hops.last else { return ColumnPath(row: self, member: .key(index)) }
    let referring = RowPath(depth: depth, hops: hops.dropLast())
    return ColumnPath(row: referring, member: .property(reference.property))
  }
}

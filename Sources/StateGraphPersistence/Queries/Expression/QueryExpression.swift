import StateGraphSQLite

/// What a query computes for a row: a condition, or a value to order or group by.
///
/// A pure value with two interpreters: ``QueryRenderer`` makes SQL of it, ``MemoryEvaluator``
/// evaluates it on entities. Conditions are true or false as in Swift, never unknown: a comparison
/// with nil by `==` is as in Swift, every other one with nil is false, and `!` is the opposite.
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
  /// Stands for what is nested deeper than ``depthLimit``; no query has it.
  case tooDeep

  enum Comparison: Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  /// How a text is compared with another, beyond its order.
  enum TextMatch: Hashable, Sendable {
    /// Byte for byte; the text is no pattern.
    case prefix(String), suffix(String), infix(String)
    case like(LikePattern)
  }
}

extension QueryExpression {
  /// Both; either may be missing.
  static func both(_ left: QueryExpression?, _ right: QueryExpression?) -> QueryExpression? {
    guard let left, let right else { return left ?? right }
    return .and(left, right)
  }

  /// Whether the row has that key; nil asks whether there is no such row.
  static func isRow(_ row: RowPath, _ key: RowKey?) -> QueryExpression {
    guard let key else { return .compare(.column(row.key(0)), .equal, .value(.null)) }
    let columns = key.values.enumerated().map { index, value in
      QueryExpression.compare(.column(row.key(index)), .equal, .value(value))
    }
    return columns.dropFirst().reduce(columns[0]) { .and($0, $1) }
  }
}

extension RowPath {
  /// A column of the row's key. A referenced row's is the column that refers to it, and needs no
  /// join.
  func key(_ index: Int) -> ColumnPath {
    guard let reference = hops.last else { return ColumnPath(row: self, member: .key(index)) }
    let referring = RowPath(depth: depth, hops: hops.dropLast())
    return ColumnPath(row: referring, member: .property(reference.property))
  }
}

import StateGraphLive
import StateGraphSQLite

/// A condition on a row of a query, or a value that a query reads from a row.
///
/// ``QueryRenderer`` translates an expression to SQL. ``MemoryEvaluator`` evaluates it on entities
/// in memory.
///
/// A condition is either true or false, and never unknown as in SQL. `==` and `!=` treat nil as
/// Swift does. Every other comparison with nil is false, and `!` negates that result.
indirect enum QueryExpression: Hashable, Sendable {
  case column(ColumnPath)
  case value(SQLiteValue)
  /// An operator such as `+`, or a function such as `lower`, applied to values.
  case function(ScalarFunction, [QueryExpression])
  case compare(QueryExpression, Comparison, QueryExpression)
  case isOneOf(QueryExpression, ListedValues)
  case matches(QueryExpression, TextMatch)
  case joined(ConditionChain)
  case not(QueryExpression)
  case exists(ChildrenPath, QueryExpression?)
  case count(ChildrenPath, QueryExpression?)
  /// An aggregate over the rows of a group. Occurs only in a condition on groups.
  case aggregate(QueryAggregate)
  /// The key of a group. Occurs only in a condition on groups.
  case groupKey
  /// Replaces an expression that is nested deeper than ``depthLimit``.
  ///
  /// Reading a query with this expression throws `.misuse`.
  case tooDeep
  /// Replaces a comparison with an entity of another database. A query that contains it throws
  /// `.misuse` when it is read.
  case ofAnotherDatabase(EntityOfAnotherDatabase)

  enum Comparison: Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  /// A test whether a text begins with, ends with, contains or matches another text.
  enum TextMatch: Hashable, Sendable {
    /// Compares bytes, so that case matters. The text contains no wildcards.
    case prefix(ByteText), suffix(ByteText), infix(ByteText)
    case like(LikePattern)
  }
}

extension QueryExpression {
  /// Returns a condition that is true if both conditions are true.
  ///
  /// If one of them is nil, returns the other condition.
  static func both(_ left: QueryExpression?, _ right: QueryExpression?) -> QueryExpression? {
    guard let left, let right else { return left ?? right }
    return .and(left, right)
  }

  /// Returns a condition that is true if the row has this primary key.
  ///
  /// If `key` is nil, the condition is true if the reference to the row is nil.
  static func isRow(_ row: RowPath, _ key: RowKey?) -> QueryExpression {
    guard let key else { return .compare(.column(row.key(0)), .equal, .value(.null)) }
    let columns = key.values.enumerated().map { index, value in
      QueryExpression.compare(.column(row.key(index)), .equal, .value(value))
    }
    return columns.dropFirst().reduce(columns[0]) { .and($0, $1) }
  }
}

extension RowPath {
  /// Returns a column of the row's primary key.
  ///
  /// For a referenced row, returns the column that stores the reference. No join is then needed.
  func key(_ index: Int) -> ColumnPath {
    guard let reference = hops.last else { return ColumnPath(row: self, member: .key(index)) }
    let referring = RowPath(depth: depth, hops: hops.dropLast())
    return ColumnPath(row: referring, member: .property(reference.property))
  }
}

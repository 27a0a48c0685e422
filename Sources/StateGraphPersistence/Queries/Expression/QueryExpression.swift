import StateGraphLive
import StateGraphSQLite

/// A condition on a row of a query, or a value that a query reads from a row.
///
/// ``QueryRenderer`` translates an expression to SQL. ``MemoryEvaluator`` evaluates an expression
/// on entities in memory.
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
  /// An aggregate over the rows of a relationship that match the condition.
  case related(QueryAggregate, ChildrenPath, QueryExpression?)
  /// An aggregate over the rows of a group. Occurs only in a condition on groups.
  case aggregate(QueryAggregate)
  /// The key of a group. Occurs only in a condition on groups.
  case groupKey
  /// Replaces an expression that is nested deeper than ``depthLimit``.
  ///
  /// Reading a query with this expression throws `.misuse`.
  case tooDeep
  /// A condition that compares the keys of entities. Reading a query with this expression throws if
  /// one of them has been deleted since the condition was made.
  case comparing(ComparedEntities, QueryExpression)
  /// Replaces a comparison with an entity of another database, or with a deleted entity. Reading a
  /// query with this expression throws.
  case unusable(UnusableEntity)

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
  static func both(_ left: QueryExpression?, and right: QueryExpression?) -> QueryExpression? {
    guard let left, let right else { return left ?? right }
    return .and(left, with: right)
  }

  /// Returns a condition that is true if the row has this primary key.
  static func isRow(_ row: RowPath, key: RowKey) -> QueryExpression {
    let columns = key.values.enumerated().map { index, value in
      QueryExpression.compare(.column(row.key(index)), .equal, .value(value))
    }
    return columns.dropFirst().reduce(columns[0]) { .and($0, with: $1) }
  }

  /// Returns a condition that is true if the reference to the row is nil. A reference is nil if one
  /// of its `count` columns is NULL.
  static func isNil(_ row: RowPath, columnCount count: Int) -> QueryExpression {
    let columns = (0..<count).map { index in
      QueryExpression.compare(.column(row.key(index)), .equal, .value(.null))
    }
    return columns.dropFirst().reduce(columns[0]) { .or($0, with: $1) }
  }

  /// Returns a condition that is true if both paths lead to the same row, or if both references are
  /// nil.
  static func isSame(_ left: RowPath, as right: RowPath, columnCount count: Int) -> QueryExpression
  {
    let columns = (0..<count).map { index in
      QueryExpression.compare(.column(left.key(index)), .equal, .column(right.key(index)))
    }
    let isEqual = columns.dropFirst().reduce(columns[0]) { .and($0, with: $1) }
    // Two nil references by several columns can differ in the columns that are not NULL.
    guard count > 1, !left.hops.isEmpty, !right.hops.isEmpty else { return isEqual }
    let areNil = QueryExpression.and(
      .isNil(left, columnCount: count),
      with: .isNil(right, columnCount: count)
    )
    return .or(isEqual, with: areNil)
  }
}

extension RowPath {
  /// Returns a column of the row's primary key.
  ///
  /// For a referenced row, returns the column that stores the reference, so that the query needs no
  /// join to the referenced table.
  func key(_ index: Int) -> ColumnPath {
    guard let reference = hops.last else { return ColumnPath(row: self, member: .key(index)) }
    let referring = RowPath(depth: depth, hops: hops.dropLast())
    let property = index == 0 ? reference.property : reference.property.part(index)
    return ColumnPath(row: referring, member: .property(property))
  }
}

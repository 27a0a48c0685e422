public import StateGraphSQLite

/// A value in a query's closures: a column, a count, or a condition.
///
/// `==` and `!=` treat nil as Swift does: `$0.bio != "x"` finds the rows without a bio too. Every
/// other comparison with nil is false, and `!` is always the opposite of what it stands before.
/// Order and equality are SQLite's: text byte by byte unless the column declares a collation.
public struct QueryValue<Value>: Sendable {
  let expression: QueryExpression

  init(_ expression: QueryExpression) { self.expression = expression }
}

/// What `where` wants: a comparison, or a column that is true or false.
public typealias QueryCondition = QueryValue<Bool>

extension QueryValue where Value == Bool {
  /// Both conditions hold.
  public static func && (left: Self, right: Self) -> Self {
    Self(.and(left.expression, right.expression))
  }

  /// One of the conditions holds, or both.
  public static func || (left: Self, right: Self) -> Self {
    Self(.or(left.expression, right.expression))
  }

  /// The condition does not hold.
  public static prefix func ! (condition: Self) -> Self {
    Self(.not(condition.expression))
  }
}

extension QueryValue where Value: Bindable {
  /// Whether the column holds that value; nil is equal to nil.
  public static func == (left: Self, right: Value) -> QueryCondition {
    left.compared(.equal, right)
  }

  /// Whether the column holds another value, or nil.
  public static func != (left: Self, right: Value) -> QueryCondition {
    left.compared(.notEqual, right)
  }

  /// Whether the column is smaller. Never for nil.
  public static func < (left: Self, right: Value) -> QueryCondition { left.compared(.less, right) }

  /// Whether the column is smaller or equal. Never for nil.
  public static func <= (left: Self, right: Value) -> QueryCondition {
    left.compared(.lessOrEqual, right)
  }

  /// Whether the column is larger. Never for nil.
  public static func > (left: Self, right: Value) -> QueryCondition {
    left.compared(.greater, right)
  }

  /// Whether the column is larger or equal. Never for nil.
  public static func >= (left: Self, right: Value) -> QueryCondition {
    left.compared(.greaterOrEqual, right)
  }

  /// Whether two columns hold the same; nil is equal to nil.
  public static func == (left: Self, right: Self) -> QueryCondition {
    left.compared(.equal, right)
  }

  /// Whether two columns differ.
  public static func != (left: Self, right: Self) -> QueryCondition {
    left.compared(.notEqual, right)
  }

  /// Whether one column is smaller than another. Never for nil.
  public static func < (left: Self, right: Self) -> QueryCondition { left.compared(.less, right) }

  /// Whether one column is larger than another. Never for nil.
  public static func > (left: Self, right: Self) -> QueryCondition {
    left.compared(.greater, right)
  }

  /// Whether the column lies between the two, or is one of them. Never for nil.
  public func between(_ low: Value, _ high: Value) -> QueryCondition { self >= low && self <= high }

  /// Whether the column holds one of those values. As many as there are: a hundred thousand are
  /// one parameter.
  public func `in`(_ values: some Sequence<Value>) -> QueryCondition {
    QueryValue<Bool>(.isOneOf(expression, values.map(\.value)))
  }

  /// Whether the column holds nil.
  public var isNull: QueryCondition {
    QueryValue<Bool>(.compare(expression, .equal, .value(.null)))
  }

  /// Smallest first; nil is before everything.
  public var ascending: QueryOrdering { QueryOrdering([(expression, .ascending)]) }

  /// Largest first; nil is behind everything.
  public var descending: QueryOrdering { QueryOrdering([(expression, .descending)]) }

  private func compared(
    _ comparison: QueryExpression.Comparison,
    _ value: Value
  ) -> QueryCondition {
    QueryValue<Bool>(.compare(expression, comparison, .value(value.value)))
  }

  private func compared(_ comparison: QueryExpression.Comparison, _ other: Self) -> QueryCondition {
    QueryValue<Bool>(.compare(expression, comparison, other.expression))
  }
}

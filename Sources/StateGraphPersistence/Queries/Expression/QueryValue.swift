public import StateGraphSQLite

/// A value in the closures of a query: a column, a count, a condition, or a value that SQLite
/// computes from other values.
///
/// `==` and `!=` treat nil as Swift does. For example, `$0.bio != "x"` also finds rows without a
/// bio. Every other comparison with nil is false, and `!` negates that result.
///
/// Values are compared as in SQLite. Text is compared by bytes unless the column declares a
/// collation.
public struct QueryValue<Value>: Sendable {
  let expression: QueryExpression
  /// The nesting depth of the conditions in the expression.
  ///
  /// The maximum is `QueryExpression.depthLimit`.
  let depth: Int

  init(_ expression: QueryExpression, depth: Int = 1) {
    var depth = depth
    if case .joined(let chain) = expression { depth = max(depth, chain.depth) }
    let isTooDeep = depth > QueryExpression.depthLimit
    self.expression = isTooDeep ? .tooDeep : expression
    self.depth = isTooDeep ? 1 : depth
  }
}

extension QueryExpression {
  /// The maximum nesting depth of conditions. SQLite's parser does not accept deeper nesting.
  static var depthLimit: Int { 50 }
}

/// A condition for ``Query/where(_:)``: a comparison, a Boolean column, or several conditions
/// joined by `&&` and `||`.
public typealias QueryCondition = QueryValue<Bool>

extension QueryValue where Value == Bool {
  /// Returns a condition that is true if both conditions are true.
  public static func && (left: Self, right: Self) -> Self {
    left.joined(.and, to: right)
  }

  /// Returns a condition that is true if at least one of the conditions is true.
  public static func || (left: Self, right: Self) -> Self {
    left.joined(.or, to: right)
  }

  /// Returns a condition that is true if `condition` is false.
  public static prefix func ! (condition: Self) -> Self {
    if case .not(let inner) = condition.expression, inner.isCondition {
      return Self(inner, depth: condition.depth - 1)
    }
    return Self(.not(condition.expression), depth: condition.depth + 1)
  }

  private func joined(_ joiner: ConditionChain.Operator, to other: Self) -> Self {
    let depths = [self, other].map { $0.expression.chain(joiner)?.partDepth ?? $0.depth }
    return Self(
      expression.joined(joiner, to: other.expression, partDepth: max(depths[0], depths[1]))
    )
  }
}

extension QueryValue where Value: Bindable {
  /// A condition that is true if the column is nil, like the comparison `== nil`.
  public var isNull: QueryCondition {
    QueryValue<Bool>(.compare(expression, .equal, .value(.null)), depth: depth + 1)
  }
}

extension QueryValue where Value: Bindable, Value.QueryComparison == ComparedByValue {
  /// Returns a condition that is true if the column equals the value. Nil equals nil.
  public static func == (left: Self, right: Value) -> QueryCondition {
    left.compared(.equal, to: right)
  }

  /// Returns a condition that is true if the column differs from the value.
  ///
  /// Nil differs from every value except nil.
  public static func != (left: Self, right: Value) -> QueryCondition {
    left.compared(.notEqual, to: right)
  }

  /// Returns a condition that is true if the column is less than the value.
  ///
  /// The condition is false if the column or the value is nil.
  public static func < (left: Self, right: Value) -> QueryCondition {
    left.compared(.less, to: right)
  }

  /// Returns a condition that is true if the column is less than or equal to the value.
  ///
  /// The condition is false if the column or the value is nil.
  public static func <= (left: Self, right: Value) -> QueryCondition {
    left.compared(.lessOrEqual, to: right)
  }

  /// Returns a condition that is true if the column is greater than the value.
  ///
  /// The condition is false if the column or the value is nil.
  public static func > (left: Self, right: Value) -> QueryCondition {
    left.compared(.greater, to: right)
  }

  /// Returns a condition that is true if the column is greater than or equal to the value.
  ///
  /// The condition is false if the column or the value is nil.
  public static func >= (left: Self, right: Value) -> QueryCondition {
    left.compared(.greaterOrEqual, to: right)
  }

  /// Returns a condition that is true if two columns of a row are equal. Nil equals nil.
  public static func == (left: Self, right: Self) -> QueryCondition {
    left.compared(.equal, to: right)
  }

  /// Returns a condition that is true if two columns of a row differ.
  ///
  /// Nil differs from every value except nil.
  public static func != (left: Self, right: Self) -> QueryCondition {
    left.compared(.notEqual, to: right)
  }

  /// Returns a condition that is true if the left column is less than the right column.
  ///
  /// The condition is false if one of the columns is nil.
  public static func < (left: Self, right: Self) -> QueryCondition {
    left.compared(.less, to: right)
  }

  /// Returns a condition that is true if the left value is less than or equal to the right value.
  ///
  /// The condition is false if one of the values is nil.
  public static func <= (left: Self, right: Self) -> QueryCondition {
    left.compared(.lessOrEqual, to: right)
  }

  /// Returns a condition that is true if the left column is greater than the right column.
  ///
  /// The condition is false if one of the columns is nil.
  public static func > (left: Self, right: Self) -> QueryCondition {
    left.compared(.greater, to: right)
  }

  /// Returns a condition that is true if the left value is greater than or equal to the right
  /// value.
  ///
  /// The condition is false if one of the values is nil.
  public static func >= (left: Self, right: Self) -> QueryCondition {
    left.compared(.greaterOrEqual, to: right)
  }

  /// Returns a condition that is true if the column is between two values, or equal to one of them.
  ///
  /// The condition is false if the column is nil.
  public func between(_ low: Value, _ high: Value) -> QueryCondition { self >= low && self <= high }

  /// Returns a condition that is true if the column equals one of the values.
  ///
  /// There may be any number of values. A nil in the list matches a column that is nil.
  public func `in`(_ values: some Sequence<Value>) -> QueryCondition {
    QueryValue<Bool>(.isOneOf(expression, values: values.map(\.value)), depth: depth + 1)
  }

  /// Orders rows by this value, in ascending order. Rows without a value come first.
  public var ascending: QueryOrdering { QueryOrdering([(expression, .ascending)]) }

  /// Orders rows by this value, in descending order. Rows without a value come last.
  public var descending: QueryOrdering { QueryOrdering([(expression, .descending)]) }

  private func compared(
    _ comparison: QueryExpression.Comparison,
    to value: Value
  ) -> QueryCondition {
    QueryValue<Bool>(
      .compare(expression, comparison, .value(value.value)),
      depth: depth + 1
    )
  }

  private func compared(_ comparison: QueryExpression.Comparison, to other: Self) -> QueryCondition
  {
    QueryValue<Bool>(
      .compare(expression, comparison, other.expression),
      depth: max(depth, other.depth) + 1
    )
  }
}

public import StateGraphSQLite

/// A value in the closures of a query: a column, a count, or a condition.
///
/// `==` and `!=` treat nil as Swift does: `$0.bio != "x"` also finds rows without a bio. Every
/// other comparison with nil is false, and `!` always negates. Order and equality are those of
/// SQLite: text is compared by bytes unless the column declares a collation.
public struct QueryValue<Value>: Sendable {
  let expression: QueryExpression
  /// The nesting depth of its conditions.
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
  /// The greatest nesting depth. The parser of SQLite accepts no more.
  static var depthLimit: Int { 50 }
}

/// A condition for `where`: a comparison or a Boolean column.
public typealias QueryCondition = QueryValue<Bool>

extension QueryValue where Value == Bool {
  /// Whether both conditions hold.
  public static func && (left: Self, right: Self) -> Self {
    left.joined(.and, right)
  }

  /// Whether at least one of the conditions holds.
  public static func || (left: Self, right: Self) -> Self {
    left.joined(.or, right)
  }

  /// Whether the condition does not hold.
  public static prefix func ! (condition: Self) -> Self {
    if case .not(let inner) = condition.expression, inner.isCondition {
      return Self(inner, depth: condition.depth - 1)
    }
    return Self(.not(condition.expression), depth: condition.depth + 1)
  }

  private func joined(_ joiner: ConditionChain.Operator, _ other: Self) -> Self {
    let depths = [self, other].map { $0.expression.chain(joiner)?.partDepth ?? $0.depth }
    return Self(
      expression.joined(joiner, other.expression, partDepth: max(depths[0], depths[1]))
    )
  }
}

extension QueryValue where Value: Bindable {
  /// Whether the column is equal to a value; nil is equal to nil.
  public static func == (left: Self, right: Value) -> QueryCondition {
    left.compared(.equal, right)
  }

  /// Whether the column differs from a value; true for a column that is nil and a value that is
  /// not.
  public static func != (left: Self, right: Value) -> QueryCondition {
    left.compared(.notEqual, right)
  }

  /// Whether the column is less than a value. False for nil.
  public static func < (left: Self, right: Value) -> QueryCondition { left.compared(.less, right) }

  /// Whether the column is less than or equal to a value. False for nil.
  public static func <= (left: Self, right: Value) -> QueryCondition {
    left.compared(.lessOrEqual, right)
  }

  /// Whether the column is greater than a value. False for nil.
  public static func > (left: Self, right: Value) -> QueryCondition {
    left.compared(.greater, right)
  }

  /// Whether the column is greater than or equal to a value. False for nil.
  public static func >= (left: Self, right: Value) -> QueryCondition {
    left.compared(.greaterOrEqual, right)
  }

  /// Whether two columns are equal; nil is equal to nil.
  public static func == (left: Self, right: Self) -> QueryCondition {
    left.compared(.equal, right)
  }

  /// Whether two columns differ.
  public static func != (left: Self, right: Self) -> QueryCondition {
    left.compared(.notEqual, right)
  }

  /// Whether one column is less than another. False for nil.
  public static func < (left: Self, right: Self) -> QueryCondition { left.compared(.less, right) }

  /// Whether one column is greater than another. False for nil.
  public static func > (left: Self, right: Self) -> QueryCondition {
    left.compared(.greater, right)
  }

  /// Whether the column lies in a closed range. False for nil.
  public func between(_ low: Value, _ high: Value) -> QueryCondition { self >= low && self <= high }

  /// Whether the column is equal to an element of a sequence, of any length. Many values are bound
  /// as a single parameter.
  public func `in`(_ values: some Sequence<Value>) -> QueryCondition {
    QueryValue<Bool>(.isOneOf(expression, values.map(\.value)), depth: depth + 1)
  }

  /// Whether the column is nil.
  public var isNull: QueryCondition {
    QueryValue<Bool>(.compare(expression, .equal, .value(.null)), depth: depth + 1)
  }

  /// Ascending order; nil comes first.
  public var ascending: QueryOrdering { QueryOrdering([(expression, .ascending)]) }

  /// Descending order; nil comes last.
  public var descending: QueryOrdering { QueryOrdering([(expression, .descending)]) }

  private func compared(
    _ comparison: QueryExpression.Comparison,
    _ value: Value
  ) -> QueryCondition {
    QueryValue<Bool>(
      .compare(expression, comparison, .value(value.value)),
      depth: depth + 1
    )
  }

  private func compared(_ comparison: QueryExpression.Comparison, _ other: Self) -> QueryCondition {
    QueryValue<Bool>(
      .compare(expression, comparison, other.expression),
      depth: max(depth, other.depth) + 1
    )
  }
}

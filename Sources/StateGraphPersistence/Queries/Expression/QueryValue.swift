public import StateGraphSQLite

/// A value in a query's closures: a column, a count, or a condition.
///
/// `==` and `!=` treat nil as Swift does: `$0.bio != "x"` finds the rows without a bio too. Every
/// other comparison with nil is false, and `!` is always the opposite of what it stands before.
/// Order and equality are SQLite's: text byte by byte unless the column declares a collation.
public struct QueryValue<Value>: Sendable {
  let expression: QueryExpression
  /// How deep its conditions are nested.
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
  /// A stack has room for that, and no SQLite parses more.
  static var depthLimit: Int { 50 }
}

/// What `where` wants: a comparison, or a column that is true or false.
public typealias QueryCondition = QueryValue<Bool>

extension QueryValue where Value == Bool {
  /// Both conditions hold.
  public static func && (left: Self, right: Self) -> Self {
    left.joined(.and, right)
  }

  /// One of the conditions holds, or both.
  public static func || (left: Self, right: Self) -> Self {
    left.joined(.or, right)
  }

  /// The condition does not hold.
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
    QueryValue<Bool>(.isOneOf(expression, values.map(\.value)), depth: depth + 1)
  }

  /// Whether the column holds nil.
  public var isNull: QueryCondition {
    QueryValue<Bool>(.compare(expression, .equal, .value(.null)), depth: depth + 1)
  }

  /// Smallest first; nil is before everything.
  public var ascending: QueryOrdering { QueryOrdering([(expression, .ascending)]) }

  /// Largest first; nil is behind everything.
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

import StateGraphLive
import StateGraphSQLite

extension RowCondition {
  /// Translates the condition of a query into a condition that Swift evaluates on copies of rows.
  ///
  /// Returns nil if only SQLite can evaluate the condition. Examples are a full-text search and a
  /// condition on rows of another table.
  init?(_ shape: QueryShape, over columns: ImageColumns) {
    guard shape.search == nil else { return nil }
    self.init(shape.condition, over: columns)
  }

  /// Translates an expression into a condition that Swift evaluates on copies of rows.
  ///
  /// A nil expression becomes a condition that is always true. Returns nil if only SQLite can
  /// evaluate the expression.
  init?(_ expression: QueryExpression?, over columns: ImageColumns) {
    guard let expression else {
      self = .always
      return
    }
    let compiler = RowConditionCompiler(columns: columns)
    guard let condition = compiler.condition(expression.normalized) else { return nil }
    self = condition
  }
}

/// Translates the expressions of a query into conditions that Swift evaluates on copies of rows.
///
/// The results are the same as those of the SQL that `QueryRenderer` generates.
private struct RowConditionCompiler {
  let columns: ImageColumns

  /// An operand of a comparison.
  private enum Operand {
    case column(Int)
    case constant(SQLiteValue)
    /// A condition that is used as a value: 1 if the condition is true, otherwise 0.
    ///
    /// This is the value of `(…) IS TRUE` in SQL.
    case condition(RowCondition)
    /// A value that Swift computes from a function and its operands.
    case computed(RowExpression)
  }

  /// Translates a condition. Returns nil if only SQLite can evaluate it.
  ///
  /// - Parameter expression: A condition that was simplified by `QueryExpression.normalized`.
  func condition(_ expression: QueryExpression) -> RowCondition? {
    switch expression {
    case .joined(let chain):
      let parts = expression.parts(of: chain.joiner)
      return conditions(parts).map { chain.joiner == .and ? .and($0) : .or($0) }
    case .comparing(_, let inner): return condition(inner.normalized)
    case .not(let inner): return condition(inner).map { .not($0) }
    case .value(let value): return value.isTrue.map { $0 ? .always : .never }
    case .compare(let left, let comparison, let right):
      guard let left = operand(left), let right = operand(right) else { return nil }
      return compare(left, comparison: RowCondition.Comparison(comparison), to: right)
    case .isOneOf(let value, let values):
      guard let value = operand(value) else { return nil }
      return isOneOf(value, list: ValueList(values.values))
    case .matches(let value, let match):
      switch operand(value) {
      case .column(let column): return matches(column, match: match)
      case .computed(let value): return matches(value, match: match)
      case .constant, .condition, nil: return nil
      }
    case .column, .function, .exists, .related, .aggregate, .groupKey, .tooDeep, .unusable:
      return nil
    }
  }

  private func conditions(_ expressions: [QueryExpression]) -> [RowCondition]? {
    var conditions: [RowCondition] = []
    for expression in expressions {
      guard let condition = condition(expression) else { return nil }
      conditions.append(condition)
    }
    return conditions
  }

  private func operand(_ expression: QueryExpression) -> Operand? {
    switch expression {
    case .column(let path): columns.index(of: path).map { .column($0) }
    // SQLite binds NaN as NULL.
    case .value(.real(let real)) where real.isNaN: .constant(.null)
    case .value(let value): .constant(value)
    case .function: RowExpression(expression, over: columns).map { .computed($0) }
    case .related, .aggregate, .groupKey: nil
    default: condition(expression.normalized).map { .condition($0) }
    }
  }
}

// MARK: - Comparisons

extension RowConditionCompiler {
  private func compare(
    _ left: Operand,
    comparison: RowCondition.Comparison,
    to right: Operand
  ) -> RowCondition? {
    switch (left, right) {
    case (.computed(let left), .computed(let right)):
      return compare(left, comparison: comparison, to: right)
    case (.computed(let left), .column(let right)):
      return compare(left, comparison: comparison, to: .column(right))
    case (.column(let left), .computed(let right)):
      return compare(.column(left), comparison: comparison, to: right)
    case (.computed(let left), .constant(let right)):
      return compare(left, comparison: comparison, to: .constant(right))
    case (.constant(let left), .computed(let right)):
      return compare(.constant(left), comparison: comparison, to: right)
    case (.column(let column), .constant(let value)):
      return compare(column, comparison: comparison, to: value)
    case (.constant(let value), .column(let column)):
      return compare(column, comparison: comparison.flipped, to: value)
    case (.column(let left), .column(let right)):
      return compare(columns: left, comparison: comparison, to: right)
    case (.condition(let condition), .constant(let value)):
      return condition.mapped { comparison.holds(.integer($0 ? 1 : 0), and: value) }
    case (.constant(let value), .condition(let condition)):
      return condition.mapped { comparison.holds(value, and: .integer($0 ? 1 : 0)) }
    case (.constant(let left), .constant(let right)):
      return comparison.holds(left, and: right) ? .always : .never
    // Only SQLite can compare a condition with a column, a function or another condition.
    case (.condition, .column), (.column, .condition), (.condition, .condition),
      (.condition, .computed), (.computed, .condition):
      return nil
    }
  }

  private func compare(
    _ left: RowExpression,
    comparison: RowCondition.Comparison,
    to right: RowExpression
  ) -> RowCondition? {
    ValueComparison(left, and: right, over: columns).map {
      .compareValues(left, comparison, right, $0)
    }
  }

  private func compare(
    _ column: Int,
    comparison: RowCondition.Comparison,
    to value: SQLiteValue,
    collation: Collation? = nil
  ) -> RowCondition? {
    let schema = columns.schemas[column]
    if value.isNull {
      switch comparison {
      case .equal: return .isNull(column)
      case .notEqual: return .not(.isNull(column))
      default: return .never
      }
    }
    let collation = collation ?? schema.collation
    guard collation != .custom, let constant = schema.affinity.compared(value) else { return nil }
    return .compare(column, comparison, RowConstants(constant), collation)
  }

  /// Returns a condition that compares two columns of a row. Returns nil if only SQLite can compare
  /// the columns.
  ///
  /// The result is nil if the left column has a custom collation, because SQLite compares by the
  /// collation of the left column. The result is also nil if exactly one column has a numeric
  /// affinity, because SQLite then converts texts of the other column to numbers.
  private func compare(
    columns left: Int,
    comparison: RowCondition.Comparison,
    to right: Int
  ) -> RowCondition? {
    let (leftSchema, rightSchema) = (columns.schemas[left], columns.schemas[right])
    guard leftSchema.collation != .custom,
      leftSchema.affinity.isNumeric == rightSchema.affinity.isNumeric
    else { return nil }
    return .compareColumns(left, comparison, right, leftSchema.collation)
  }

  private func isOneOf(_ operand: Operand, list: ValueList) -> RowCondition? {
    switch operand {
    case .column(let column):
      guard let constants = constants(of: list, comparedWith: columns.schemas[column]) else {
        return nil
      }
      let collation = columns.schemas[column].collation
      guard collation != .custom, let set = RowConstants(constants, sortedBy: collation) else {
        return nil
      }
      let isOne = RowCondition.isOneOf(column, set, collation)
      return list.hasNull ? .or([isOne, .isNull(column)]) : isOne
    case .condition(let condition):
      return condition.mapped { truth in
        list.values.contains(.integer(truth ? 1 : 0))
      }
    case .computed(let value):
      // In memory, the value would be compared with each value of the list. SQLite is faster for a
      // long list.
      guard !list.isLong else { return nil }
      let constants = list.values + (list.hasNull ? [.null] : [])
      return conditions(constants.map { compare(value, comparison: .equal, to: .constant($0)) })
    case .constant: return nil
    }
  }

  private func conditions(_ alternatives: [RowCondition?]) -> RowCondition? {
    let known = alternatives.compactMap { $0 }
    return known.count == alternatives.count ? .or(known) : nil
  }

  private func constants(
    of list: ValueList,
    comparedWith column: ColumnSchema
  ) -> [SQLiteValue]? {
    var constants: [SQLiteValue] = []
    constants.reserveCapacity(list.values.count)
    for value in list.values {
      guard let constant = column.affinity.compared(value) else { return nil }
      constants.append(constant)
    }
    return constants
  }
}

// MARK: - Text

extension RowConditionCompiler {
  private func matches(_ column: Int, match: QueryExpression.TextMatch) -> RowCondition? {
    if case .prefix(let prefix) = match {
      let text = prefix.string
      let start = compare(column, comparison: .greaterOrEqual, to: .text(text), collation: .binary)
      guard let end = text.endOfPrefix else { return start }
      guard let start,
        let behind = compare(column, comparison: .less, to: .text(end), collation: .binary)
      else { return nil }
      return .and([start, behind])
    }
    // A column without text affinity may contain numbers, which SQLite converts to text before the
    // comparison.
    guard columns.schemas[column].affinity == .text else { return nil }
    return RowCondition.TextMatch(match).map { .matches(column, $0) }
  }

  private func matches(_ value: RowExpression, match: QueryExpression.TextMatch) -> RowCondition? {
    guard case .prefix(let prefix) = match else {
      return RowCondition.TextMatch(match).map { .valueMatches(value, $0) }
    }
    let rules = ValueComparison(.none, collation: .binary)
    let text = prefix.string
    let start = RowCondition.compareValues(value, .greaterOrEqual, .constant(.text(text)), rules)
    guard let end = text.endOfPrefix else { return start }
    return .and([start, .compareValues(value, .less, .constant(.text(end)), rules)])
  }
}

extension RowCondition.TextMatch {
  /// Translates a text comparison for evaluation in memory.
  ///
  /// Returns nil for a pattern that only SQLite can match. Also returns nil for a prefix, which is
  /// translated to `>=` and `<` elsewhere.
  fileprivate init?(_ match: QueryExpression.TextMatch) {
    switch match {
    case .suffix(let text): self = .suffix(Array(text.string.utf8))
    case .infix(let text): self = .infix(Array(text.string.utf8))
    case .like(let pattern):
      let matchesBlobs = SQLiteCapabilities.current.likeMatchesBlobs
      guard pattern.hasOneResult,
        let matcher = LikeMatcher(escaped: pattern.escaped, matchesBlobs: matchesBlobs)
      else { return nil }
      self = .like(matcher)
    case .prefix: return nil
    }
  }
}

extension RowCondition {
  /// Returns a condition that is true if `result` returns true for the value of this condition.
  fileprivate func mapped(_ result: (Bool) -> Bool) -> RowCondition {
    switch (result(true), result(false)) {
    case (true, true): .always
    case (true, false): self
    case (false, true): .not(self)
    case (false, false): .never
    }
  }
}

extension RowCondition.Comparison {
  fileprivate init(_ comparison: QueryExpression.Comparison) {
    self =
      switch comparison {
      case .equal: .equal
      case .notEqual: .notEqual
      case .less: .less
      case .lessOrEqual: .lessOrEqual
      case .greater: .greater
      case .greaterOrEqual: .greaterOrEqual
      }
  }
}

extension SQLiteValue {
  /// Whether SQLite treats the constant as true in a condition. It is nil for text and blobs,
  /// because SQLite first converts them to numbers.
  fileprivate var isTrue: Bool? {
    switch self {
    case .null: false
    case .integer(let integer): integer != 0
    // SQLite binds NaN as NULL.
    case .real(let real): real != 0 && !real.isNaN
    case .text, .blob: nil
    }
  }
}

extension Affinity {
  var isNumeric: Bool {
    switch self {
    case .integer, .real, .numeric: true
    case .text, .blob: false
    }
  }
}

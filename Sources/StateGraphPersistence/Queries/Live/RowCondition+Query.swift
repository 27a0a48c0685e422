import StateGraphLive
import StateGraphSQLite

extension RowCondition {
  /// The condition of a query over images with those columns. Nil where it reads other rows, where
  /// SQL and Swift could differ, and where the query is a search: SQLite has to be asked again.
  init?(_ shape: QueryShape, over columns: ImageColumns) {
    guard shape.search == nil else { return nil }
    self.init(shape.condition, over: columns)
  }

  /// A condition of a query over images with those columns, or nil as above.
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

/// Says of images what `QueryRenderer` says in SQL, expression by expression.
private struct RowConditionCompiler {
  let columns: ImageColumns

  /// What one side of a comparison is.
  private enum Operand {
    case column(Int)
    case constant(SQLiteValue)
    /// `(…) IS TRUE`: 1 or 0.
    case condition(RowCondition)
  }

  /// Of a normalized expression.
  func condition(_ expression: QueryExpression) -> RowCondition? {
    switch expression {
    case .joined(let chain):
      let parts = expression.parts(of: chain.joiner)
      return conditions(parts).map { chain.joiner == .and ? .and($0) : .or($0) }
    case .not(let inner): return condition(inner).map { .not($0) }
    case .value(let value): return value.isTrue.map { $0 ? .always : .never }
    case .compare(let left, let comparison, let right):
      guard let left = operand(left), let right = operand(right) else { return nil }
      return compare(left, RowCondition.Comparison(comparison), right)
    case .isOneOf(let value, let values):
      guard let value = operand(value) else { return nil }
      return isOneOf(value, ValueList(values))
    case .matches(let value, let match):
      guard case .column(let column)? = operand(value) else { return nil }
      return matches(column, match)
    case .column, .exists, .count, .tooDeep: return nil
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
    // Bound as NULL.
    case .value(.real(let real)) where real.isNaN: .constant(.null)
    case .value(let value): .constant(value)
    case .count: nil
    default: condition(expression.normalized).map { .condition($0) }
    }
  }
}

// MARK: - Comparisons

extension RowConditionCompiler {
  private func compare(
    _ left: Operand,
    _ comparison: RowCondition.Comparison,
    _ right: Operand
  ) -> RowCondition? {
    switch (left, right) {
    case (.column(let column), .constant(let value)):
      return compare(column, comparison, value)
    case (.constant(let value), .column(let column)):
      return compare(column, comparison.flipped, value)
    case (.column(let left), .column(let right)):
      return compare(columns: left, comparison, right)
    case (.condition(let condition), .constant(let value)):
      return condition.mapped { comparison.holds(.integer($0 ? 1 : 0), value) }
    case (.constant(let value), .condition(let condition)):
      return condition.mapped { comparison.holds(value, .integer($0 ? 1 : 0)) }
    case (.constant(let left), .constant(let right)):
      return comparison.holds(left, right) ? .always : .never
    // Of no use to anybody.
    case (.condition, .column), (.column, .condition), (.condition, .condition): return nil
    }
  }

  private func compare(
    _ column: Int,
    _ comparison: RowCondition.Comparison,
    _ value: SQLiteValue,
    _ collation: Collation? = nil
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

  /// Where just one of them is of numbers, SQLite reads the other's texts as numbers.
  private func compare(
    columns left: Int,
    _ comparison: RowCondition.Comparison,
    _ right: Int
  ) -> RowCondition? {
    let (leftSchema, rightSchema) = (columns.schemas[left], columns.schemas[right])
    guard leftSchema.collation != .custom,
      leftSchema.affinity.isNumeric == rightSchema.affinity.isNumeric
    else { return nil }
    return .compareColumns(left, comparison, right, leftSchema.collation)
  }

  private func isOneOf(_ operand: Operand, _ list: ValueList) -> RowCondition? {
    guard !list.isTooLong else { return nil }
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
        (list.parameters + list.json).contains(.integer(truth ? 1 : 0))
      }
    case .constant: return nil
    }
  }

  private func constants(
    of list: ValueList,
    comparedWith column: ColumnSchema
  ) -> [SQLiteValue]? {
    var constants: [SQLiteValue] = []
    for value in list.parameters {
      if case .real(let real) = value, real.isNaN { continue }
      guard let constant = column.affinity.compared(value) else { return nil }
      constants.append(constant)
    }
    for value in list.json {
      // Elements of an array come as a column's values, which a column of text converts no more.
      guard column.affinity != .text else {
        constants.append(value)
        continue
      }
      guard let constant = column.affinity.compared(value) else { return nil }
      constants.append(constant)
    }
    return constants
  }
}

// MARK: - Text

extension RowConditionCompiler {
  private func matches(_ column: Int, _ match: QueryExpression.TextMatch) -> RowCondition? {
    if case .prefix(let text) = match {
      let start = compare(column, .greaterOrEqual, .text(text), .binary)
      guard let end = text.endOfPrefix else { return start }
      guard let start, let behind = compare(column, .less, .text(end), .binary) else { return nil }
      return .and([start, behind])
    }
    // Numbers would be matched as the texts that SQLite makes of them.
    guard columns.schemas[column].affinity == .text else { return nil }
    switch match {
    case .suffix(let text): return .matches(column, .suffix(Array(text.utf8)))
    case .infix(let text): return .matches(column, .infix(Array(text.utf8)))
    case .like(let pattern):
      return LikeMatcher(
        escaped: pattern.escaped,
        matchesBlobs: SQLiteCapabilities.current.likeMatchesBlobs
      ).map { .matches(column, .like($0)) }
    case .prefix: return nil
    }
  }
}

extension RowCondition {
  /// What depends on nothing but whether this holds.
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
  /// What SQLite takes it for as a condition; nil for text and blobs, which it reads as numbers.
  fileprivate var isTrue: Bool? {
    switch self {
    case .null: false
    case .integer(let integer): integer != 0
    // A NaN is bound as NULL.
    case .real(let real): real != 0 && !real.isNaN
    case .text, .blob: nil
    }
  }
}

extension Affinity {
  fileprivate var isNumeric: Bool {
    switch self {
    case .integer, .real, .numeric: true
    case .text, .blob: false
    }
  }
}

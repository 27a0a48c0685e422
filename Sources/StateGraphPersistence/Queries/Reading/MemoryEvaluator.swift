import StateGraphLive
import StateGraphSQLite

/// Evaluates query expressions on entities in memory, without SQLite.
///
/// The results are the same as those of SQLite for the entities' rows.
struct MemoryEvaluator {
  /// The entity of the query, followed by the entities of the nested `exists` conditions, outermost
  /// first.
  private let rows: [any Entity]

  init(_ entity: any Entity) { rows = [entity] }
  /// Creates an evaluator for expressions without columns.
  init() { rows = [] }
  private init(_ rows: [any Entity]) { self.rows = rows }

  /// Returns whether a condition is true for the entity.
  ///
  /// - Throws: `.tooBig` for the absolute value of the least integer, as in SQLite. `.misuse` for a
  ///   path into JSON, which only SQLite evaluates.
  func holds(_ condition: QueryExpression) throws(DatabaseError) -> Bool {
    switch condition {
    case .joined(let chain):
      let left = try holds(chain.left)
      return left == (chain.joiner == .and) ? try holds(chain.right) : left
    case .comparing(_, let inner): return try holds(inner)
    case .not(let inner): return try !holds(inner)
    case .compare(let left, let comparison, let right):
      return comparison.holds(between: try value(left), and: try value(right))
    case .isOneOf(let inner, let values): return values.contains(try value(inner))
    case .matches(let inner, let match):
      guard case .text(let text) = try value(inner) else { return false }
      return match.holds(text)
    case .exists(let children, let inner):
      return try !related(children, where: inner, limit: 1).isEmpty
    // `MemoryQuery` replaces aggregates and group keys by their values before the evaluation. It
    // refuses a query whose condition contains one of the other two expressions.
    case .aggregate, .groupKey, .tooDeep, .unusable: return false
    case .column, .value, .function, .related: return try value(condition) == .integer(1)
    }
  }

  /// Returns the value of an expression for the entity.
  ///
  /// - Throws: The errors of ``holds(_:)``.
  func value(_ expression: QueryExpression) throws(DatabaseError) -> SQLiteValue {
    switch expression {
    case .column(let path): return column(path)
    case .value(let value): return value
    case .function(let function, let operands):
      var values: [SQLiteValue] = []
      // In `coalesce`, SQLite evaluates no operand after the first operand that is not NULL.
      for operand in operands where function != .coalesce || values.allSatisfy(\.isNull) {
        values.append(try value(operand).asStored)
      }
      return try function.value(of: values)
    case .related(let aggregate, let children, let inner):
      return try aggregate.value(of: related(children, where: inner))
    case .aggregate, .groupKey: return .null
    default: return .integer(try holds(expression) ? 1 : 0)
    }
  }

  /// Returns an evaluator for each related entity that matches the condition, but at most `limit`.
  private func related(
    _ path: ChildrenPath,
    where condition: QueryExpression?,
    limit: Int = .max
  ) throws(DatabaseError) -> [MemoryEvaluator] {
    var found: [MemoryEvaluator] = []
    for child in children(path) where found.count < limit {
      let evaluator = MemoryEvaluator(rows + [child])
      if try condition.map(evaluator.holds) ?? true { found.append(evaluator) }
    }
    return found
  }

  private func column(_ path: ColumnPath) -> SQLiteValue {
    guard let entity = entity(path.row) else { return .null }
    switch path.member {
    case .key(let index): return entity.keyValues[index]
    case .stored: return .null
    case .property(let property):
      let value = (entity as Any)[keyPath: property.path as AnyKeyPath]
      if let target = value as? any Entity { return target.keyValues[property.part] }
      return (value as? any Bindable)?.value ?? .null
    }
  }

  private func entity(_ row: RowPath) -> (any Entity)? {
    var entity: (any Entity)? = rows[row.depth]
    for hop in row.hops {
      guard let referring = entity else { return nil }
      entity = (referring as Any)[keyPath: hop.property.path as AnyKeyPath] as? any Entity
    }
    return entity
  }

  private func children(_ path: ChildrenPath) -> [any Entity] {
    guard case .property(let property) = path.relationship, let parent = entity(path.parent) else {
      return []
    }
    return (parent as Any)[keyPath: property.path as AnyKeyPath] as? [any Entity] ?? []
  }
}

extension Entity {
  fileprivate var keyValues: [SQLiteValue] { _$key.values }
}

extension ScalarFunction {
  /// Returns the result of the function for operands of the types that the query builder accepts.
  ///
  /// - Throws: `.misuse` for a path into JSON, and `.tooBig` if an absolute value overflows.
  fileprivate func value(of operands: [SQLiteValue]) throws(DatabaseError) -> SQLiteValue {
    guard self != .jsonExtract else {
      throw DatabaseError(
        .misuse,
        "A store in memory keeps no JSON, so its queries cannot use a path into JSON.",
        remedy: "Use filter { }, or a database in memory."
      )
    }
    do {
      return try value(operands.count) { index throws(UndecidableRow) in operands[index] }
    } catch {
      throw .integerOverflow()
    }
  }
}

extension QueryExpression.Comparison {
  func holds(between left: SQLiteValue, and right: SQLiteValue) -> Bool {
    switch self {
    case .equal: return left == right
    case .notEqual: return left != right
    default: break
    }
    guard left.hasOrder, right.hasOrder else { return false }
    let order = left.order(before: right)
    return switch self {
    case .less: order
    case .lessOrEqual: order || left == right
    case .greater: !order && left != right
    default: !order
    }
  }
}

extension SQLiteValue {
  /// Whether `<` and `>` can be true for the value.
  ///
  /// Both comparisons are false for NULL, and for NaN, because SQLite binds NaN as NULL.
  fileprivate var hasOrder: Bool {
    switch self {
    case .null: false
    case .real(let real): !real.isNaN
    default: true
    }
  }
}

extension QueryExpression.TextMatch {
  fileprivate func holds(_ text: String) -> Bool {
    switch self {
    case .prefix(let part): ByteText(text).hasPrefix(part)
    case .suffix(let part): ByteText(text).hasSuffix(part)
    case .infix(let part): ByteText(text).contains(part)
    case .like(let pattern): pattern.matches(text)
    }
  }
}

import StateGraphSQLite

/// Evaluates query expressions on entities in memory, without SQLite.
///
/// The results are the same as those of SQLite for the entities' rows.
struct MemoryEvaluator {
  /// The entity of the query, followed by the entity of each nested `exists` condition.
  private let rows: [any Entity]

  init(_ entity: any Entity) { rows = [entity] }
  private init(_ rows: [any Entity]) { self.rows = rows }

  func holds(_ condition: QueryExpression) -> Bool {
    switch condition {
    case .joined(let chain):
      return chain.joiner == .and
        ? holds(chain.left) && holds(chain.right) : holds(chain.left) || holds(chain.right)
    case .not(let inner): return !holds(inner)
    case .compare(let left, let comparison, let right):
      return comparison.holds(value(left), value(right))
    case .isOneOf(let inner, let values):
      let value = value(inner)
      return values.contains(value)
    case .matches(let inner, let match):
      guard case .text(let text) = value(inner) else { return false }
      return match.holds(text)
    case .exists(let children, let inner):
      return self.children(children).contains { holds(inner, $0) }
    case .tooDeep, .ofAnotherDatabase: return false
    case .column, .value, .count: return value(condition) == .integer(1)
    }
  }

  func value(_ expression: QueryExpression) -> SQLiteValue {
    switch expression {
    case .column(let path): column(path)
    case .value(let value): value
    case .count(let children, let inner):
      .integer(Int64(self.children(children).count { holds(inner, $0) }))
    default: .integer(holds(expression) ? 1 : 0)
    }
  }

  private func holds(_ condition: QueryExpression?, _ child: any Entity) -> Bool {
    condition.map { MemoryEvaluator(rows + [child]).holds($0) } ?? true
  }

  private func column(_ path: ColumnPath) -> SQLiteValue {
    guard let entity = entity(path.row) else { return .null }
    switch path.member {
    case .key(let index): return entity.keyValues[index]
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

extension QueryExpression.Comparison {
  func holds(_ left: SQLiteValue, _ right: SQLiteValue) -> Bool {
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
  /// They are false for NULL. They are also false for NaN, because SQLite binds NaN as NULL.
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

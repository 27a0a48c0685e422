import Logging
import StateGraphNormalization
import StateGraphSQLite

/// Runs a query over the entities of a store in memory, without SQLite.
struct MemoryQuery<Element: Entity> {
  let store: EntityStore<Element>
  private var shape: QueryShape
  private let ordering: [QueryOrdering.Term]

  /// Creates a query after checking that a database could also run it.
  ///
  /// - Throws: The errors that the same query throws for a database. Also `.misuse` for a full-text
  ///   search.
  init(_ store: EntityStore<Element>, shape: QueryShape) throws(DatabaseError) {
    guard shape.search == nil else {
      throw DatabaseError(
        .misuse,
        "A store in memory has no full-text index.",
        remedy: "Use filter { }, or a database in memory."
      )
    }
    _ = try QueryRenderer.statement(shape, result: .keys, of: Element.self)
    self.store = store
    self.shape = shape
    ordering = shape.totalOrdering(Element._$definition)
  }

  static func reporting<Result>(_ fallback: Result, body: () throws -> Result) -> Result {
    do {
      return try body()
    } catch {
      Logger(label: "stategraph").error("a query of \(Element.self) failed: \(error)")
      return fallback
    }
  }

  func entities() throws(DatabaseError) -> [Element] {
    let condition = shape.condition?.normalized
    var rows: [(Element, [SQLiteValue])] = []
    for entity in store.getAll() {
      if let condition, try !MemoryEvaluator(entity).holds(condition) { continue }
      rows.append((entity, try orderValues(of: entity)))
    }
    let sorted = rows.sorted { left, right in
      for (index, term) in ordering.enumerated() {
        let (first, second) = (left.1[index], right.1[index])
        if first.order(before: second) { return term.direction == .ascending }
        if second.order(before: first) { return term.direction == .descending }
      }
      return false
    }
    let remaining = sorted.dropFirst(shape.offset ?? 0)
    return remaining.prefix(shape.limit ?? remaining.count).map(\.0)
  }

  /// Returns the values of some expressions for each row, in the query's order. If `isDistinct` is
  /// true, leaves out rows with the same values as an earlier row.
  func selection(
    _ expressions: [QueryExpression],
    isDistinct: Bool
  ) throws(DatabaseError) -> [[SQLiteValue]] {
    guard isDistinct else { return try Self.values(expressions, of: entities()) }
    var all = self
    (all.shape.limit, all.shape.offset) = (nil, nil)
    var seen: Set<[SQLiteValue]> = []
    let rows = try Self.values(expressions, of: all.entities()).filter { seen.insert($0).inserted }
    return Array(rows.dropFirst(shape.offset ?? 0).prefix(shape.limit ?? rows.count))
  }

  static func values(
    _ expressions: [QueryExpression],
    of entities: [Element]
  ) throws(DatabaseError) -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    for entity in entities {
      var row: [SQLiteValue] = []
      for expression in expressions { row.append(try MemoryEvaluator(entity).value(expression)) }
      rows.append(row)
    }
    return rows
  }

  func aggregate(_ aggregate: QueryAggregate) throws(DatabaseError) -> SQLiteValue {
    try self.aggregate(aggregate, of: entities())
  }

  func groups(
    by key: QueryExpression,
    _ aggregate: QueryAggregate,
    having condition: QueryExpression?
  ) throws(DatabaseError) -> [(SQLiteValue, SQLiteValue)] {
    var groups: [SQLiteValue: [Element]] = [:]
    for entity in try entities() {
      groups[try MemoryEvaluator(entity).value(key), default: []].append(entity)
    }
    var results: [(SQLiteValue, SQLiteValue)] = []
    for (key, group) in groups.sorted(by: { $0.key.order(before: $1.key) }) {
      if let condition, try !holds(condition.normalized, key: key, group: group) { continue }
      results.append((key, try self.aggregate(aggregate, of: group)))
    }
    return results
  }

  /// Returns whether a condition on groups is true for a group.
  private func holds(
    _ condition: QueryExpression,
    key: SQLiteValue,
    group: [Element]
  ) throws(DatabaseError) -> Bool {
    var values: [QueryAggregate: SQLiteValue] = [:]
    for aggregate in condition.aggregates {
      values[aggregate] = try self.aggregate(aggregate, of: group)
    }
    let evaluable = condition.replacing { expression in
      switch expression {
      case .aggregate(let aggregate): values[aggregate].map { .value($0) }
      case .groupKey: .value(key)
      default: nil
      }
    }
    return try MemoryEvaluator().holds(evaluable)
  }

  func orderValues(of entity: Element) throws(DatabaseError) -> [SQLiteValue] {
    var values: [SQLiteValue] = []
    for term in ordering { values.append(try MemoryEvaluator(entity).value(term.expression)) }
    return values
  }

  private func aggregate(
    _ aggregate: QueryAggregate,
    of entities: [Element]
  ) throws(DatabaseError) -> SQLiteValue {
    try aggregate.value(of: entities.map { MemoryEvaluator($0) })
  }
}

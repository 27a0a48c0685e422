import Logging
import StateGraphNormalization
import StateGraphSQLite

/// Runs a query over the entities of a store in memory, without SQLite.
struct MemoryQuery<Element: Entity> {
  private let store: EntityStore<Element>
  private let shape: QueryShape
  private let ordering: [QueryOrdering.Term]

  /// Creates a query after checking that a database could also run it.
  ///
  /// - Throws: The errors that the same query throws for a database. Also `.misuse` for a full-text
  ///   search.
  init(_ store: EntityStore<Element>, _ shape: QueryShape) throws(DatabaseError) {
    guard shape.search == nil else {
      throw DatabaseError(
        .misuse,
        "A store in memory has no full-text index.",
        remedy: "Use filter { }, or a database in memory."
      )
    }
    _ = try QueryRenderer.statement(shape, .keys, of: Element.self)
    self.store = store
    self.shape = shape
    ordering = shape.totalOrdering(Element._$definition)
  }

  static func reporting<Result>(_ fallback: Result, _ body: () throws -> Result) -> Result {
    do {
      return try body()
    } catch {
      Logger(label: "stategraph").error("a query of \(Element.self) failed: \(error)")
      return fallback
    }
  }

  func entities() -> [Element] {
    let condition = shape.condition?.normalized
    let rows = store.getAll().compactMap { entity -> (Element, [SQLiteValue])? in
      let evaluator = MemoryEvaluator(entity)
      guard condition.map(evaluator.holds) ?? true else { return nil }
      return (entity, ordering.map { evaluator.value($0.expression) })
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

  func aggregate(_ aggregate: QueryAggregate) throws(DatabaseError) -> SQLiteValue {
    try self.aggregate(aggregate, of: entities())
  }

  func groups(
    by key: QueryExpression,
    _ aggregate: QueryAggregate
  ) throws(DatabaseError) -> [(SQLiteValue, SQLiteValue)] {
    var groups: [SQLiteValue: [Element]] = [:]
    for entity in entities() {
      groups[MemoryEvaluator(entity).value(key), default: []].append(entity)
    }
    var results: [(SQLiteValue, SQLiteValue)] = []
    for (key, group) in groups.sorted(by: { $0.key.order(before: $1.key) }) {
      results.append((key, try self.aggregate(aggregate, of: group)))
    }
    return results
  }

  func orderValues(of entity: Element) -> [SQLiteValue] {
    ordering.map { MemoryEvaluator(entity).value($0.expression) }
  }

  private func aggregate(
    _ aggregate: QueryAggregate,
    of entities: [Element]
  ) throws(DatabaseError) -> SQLiteValue {
    guard let expression = aggregate.expression else { return .integer(Int64(entities.count)) }
    let values = entities.map { MemoryEvaluator($0).value(expression) }.filter { !$0.isNull }
    switch aggregate {
    case .count: return .integer(Int64(values.count))
    case .minimum: return values.min { $0.order(before: $1) } ?? .null
    case .maximum: return values.max { $0.order(before: $1) } ?? .null
    case .sum: return try sum(values)
    case .distinctCount: return .integer(Int64(Set(values).count))
    case .average: return numbers(values).average
    }
  }

  private func sum(_ values: [SQLiteValue]) throws(DatabaseError) -> SQLiteValue {
    guard let sum = numbers(values).sum else { throw .sumOverflow() }
    return sum
  }

  private func numbers(_ values: [SQLiteValue]) -> NumberSum {
    var numbers = NumberSum()
    for value in values {
      switch value {
      case .integer(let integer): numbers.add(integer)
      case .real(let real): numbers.add(real)
      // A sum is only possible over columns with numbers.
      case .null, .text, .blob: break
      }
    }
    return numbers
  }
}

import StateGraphNormalization
import StateGraphPersistence

/// Compares live queries and entities in memory with the rows of the database, for each entity type
/// that a ``History`` uses.
final class LiveChecks {
  private var checks: [ObjectIdentifier: any LiveTypeCheck] = [:]
  private var order: [ObjectIdentifier] = []

  /// Returns the check for an entity type. The first call for a type starts a live query of all its
  /// entities.
  func check<Element: Entity>(
    _ type: Element.Type,
    in database: TestDatabase
  ) throws -> LiveCheck<Element> {
    if let known = checks[ObjectIdentifier(type)] as? LiveCheck<Element> { return known }
    let made = try LiveCheck<Element>(database.database)
    checks[ObjectIdentifier(type)] = made
    order.append(ObjectIdentifier(type))
    return made
  }

  /// Returns the first difference between the objects in memory and the rows, as text, or nil if
  /// there is none.
  func difference() throws -> String? {
    for type in order {
      if let difference = try checks[type]?.difference() { return difference }
    }
    return nil
  }
}

private protocol LiveTypeCheck {
  func difference() throws -> String?
}

/// Compares the live query of all entities of one type, and these entities, with the rows of the
/// database.
final class LiveCheck<Element: Entity>: LiveTypeCheck {
  let store: EntityStore<Element>
  private let database: Database
  private let live: Computed<LiveCollection<Element>>
  /// Observes the live query, so that each commit updates it.
  private let subscription: AnyCancellable
  /// All entities that the live query has returned, by their keys. The check keeps them in memory,
  /// so that each commit must update them.
  private var known: [RowKey: Element] = [:]
  /// The entities that the rules have used, by their keys. Their relationships are compared, too.
  private var used: [RowKey: Element] = [:]

  init(_ database: Database) throws {
    self.database = database
    store = try EntityStore<Element>(database)
    let live = store.query.live
    self.live = live
    subscription = withGraphTracking { live.onChange { _ in } }
    for entity in live.wrappedValue { known[entity.rowKey] = entity }
  }

  /// Adds an entity to those whose to-many relationships ``difference()`` compares.
  func use(_ entity: Element) { used[entity.rowKey] = entity }

  func difference() throws -> String? {
    try valueDifference()
      ?? RelationshipCheck<Element>(database).difference(of: used.values.filter { !$0.isDeleted })
  }

  private func valueDifference() throws -> String? {
    let definition = Element._$definition
    let names = definition.keyColumns + definition.columns.map(\.name)
    let rows = try database.rows(
      """
      SELECT \(columns: names) FROM \(table: definition.table) \
      ORDER BY \(columns: definition.keyColumns)
      """
    )
    let entities = Array(live.wrappedValue)
    let table = definition.table
    guard entities.count == rows.count else {
      return
        "the live query of \(table) has \(entities.count) rows, and the table has \(rows.count)"
    }
    for (entity, row) in zip(entities, rows) {
      let key = RowKey(Array(row.values.prefix(definition.keyColumns.count)))
      guard entity.rowKey == key else {
        return "the live query of \(table) has other keys than the table"
      }
      if let before = known[key], before !== entity, !before.isDeleted {
        return "two objects of \(Element.self) have the same key"
      }
      known[key] = entity
      for (index, column) in definition.columns.enumerated() {
        let fresh = row.values[definition.keyColumns.count + index]
        guard entity._$entity.untrackedValue(index) == fresh else {
          return "the property \(column.property) of \(Element.self) differs from its column"
        }
      }
    }
    let keys = Set(entities.map { $0.rowKey })
    let isAlive = known.contains { !keys.contains($0.key) && !$0.value.isDeleted }
    return isAlive ? "an object of \(Element.self) whose row is deleted is not deleted" : nil
  }
}

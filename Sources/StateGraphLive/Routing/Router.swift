package import StateGraphRows

/// The number that identifies a live query in the router. The owner of the router assigns it.
///
/// The router is not generic over this type, because generic look-ups took a fifth of the time of a
/// commit.
package typealias SlotNumber = Int

/// Finds the live queries that a commit can affect, from the values of the changed rows.
///
/// Each live query has a number, called its slot. A slot is registered for rows with certain column
/// values, for example `author = 5`. Live queries that differ only in their constants share a
/// *template*.
///
/// A changed row costs one or two look-ups for each template of its table. The number of live
/// queries does not matter. If the template has a range column, the router also searches the ranges
/// that are stored under the looked-up key. If a change affects the compared columns, the router
/// looks up the row's old values and its new values.
///
/// A slot may be registered under several keys. The router passes each changed row to the slot only
/// once.
///
/// The router is a value type without a lock, so its owner must guard it. The router does not
/// depend on SQLite or the graph.
package struct Router {
  private var tables: [ByteText: TableTemplates] = [:]

  package init() {}

  /// Registers a slot (the number of a live query) for rows with certain column values.
  ///
  /// The match columns of these rows equal `values`, and their range column is within `bounds`. Has
  /// no effect if one of the values is NULL, because no comparison with NULL is true.
  package mutating func insert(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    values: [SQLiteValue],
    bounds: ColumnBounds? = nil,
    in table: TableSchema
  ) {
    guard !values.contains(where: \.isNull) else { return }
    tables[ByteText(table.name), default: TableTemplates()].insert(
      slot,
      for: template,
      values: values,
      bounds: bounds,
      in: table
    )
  }

  /// Removes one registration of a slot (the number of a live query).
  ///
  /// Each call undoes one call of `insert` with the same arguments.
  package mutating func remove(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    values: [SQLiteValue],
    bounds: ColumnBounds? = nil
  ) {
    guard !values.contains(where: \.isNull) else { return }
    tables[template.table]?.remove(slot, for: template, values: values, bounds: bounds)
    if tables[template.table]?.isEmpty == true { tables[template.table] = nil }
  }

  package mutating func insert(_ slot: SlotNumber, for route: RowRoute, in table: TableSchema) {
    insert(slot, for: route.template, values: route.values, bounds: route.bounds, in: table)
  }

  package mutating func remove(_ slot: SlotNumber, for route: RowRoute) {
    remove(slot, for: route.template, values: route.values, bounds: route.bounds)
  }

  var isEmpty: Bool { tables.isEmpty }

  /// The set of all registered slots (numbers of live queries). Each access builds the set, in time
  /// proportional to the number of registrations.
  package var slots: Set<SlotNumber> {
    var found: Set<SlotNumber> = []
    for routes in tables.values { routes.forEach { found.insert($0) } }
    return found
  }

  /// Returns the slots (numbers of live queries) whose results a commit can change.
  package func slots(affectedBy changeSet: ChangeSet) -> Set<SlotNumber> {
    var found: Set<SlotNumber> = []
    route(changeSet, to: { slot, _ in found.insert(slot) }, reset: { found.insert($0) })
    return found
  }

  /// Passes each changed row of a commit to the slots (numbers of live queries) that it can affect.
  ///
  /// - Parameters:
  ///   - changeSet: The changes of the commit.
  ///   - receive: Called with a slot and a row that can affect it, once for each such row.
  ///   - reset: Called once for each slot whose query must run again. The reason is a changed
  ///     schema, or a table whose changed rows the commit does not list. `receive` may also be
  ///     called for the same slot, with rows of another table.
  @discardableResult
  package func route(
    _ changeSet: ChangeSet,
    to receive: (SlotNumber, RowChange) -> Void,
    reset: (SlotNumber) -> Void
  ) -> RoutingCost {
    var cost = RoutingCost()
    var resetSlots: Set<SlotNumber> = []
    if changeSet.schemaChanged {
      slots.forEach(reset)
      return cost
    }
    for (name, changes) in changeSet.tables {
      guard let routes = tables[name] else { continue }
      switch changes {
      case .reset: routes.forEach { resetSlots.insert($0) }
      case .updates(let columns):
        routes.forEach(affectedBy: columns) { resetSlots.insert($0) }
      case .rows(let rows):
        for row in rows {
          var receivers = Receivers()
          routes.forEach(affectedBy: row, &cost) { slot in
            if receivers.insert(slot) { receive(slot, row) }
          }
        }
      }
    }
    resetSlots.forEach(reset)
    return cost
  }
}

/// The cost of finding the live queries that one commit affects, as numbers of operations.
///
/// The numbers are the same on every machine, so tests can check them.
package struct RoutingCost: Equatable, Sendable {
  /// The number of keys that the router looked up in its dictionaries.
  package var probeCount = 0
  /// The number of ranges that the router compared with a value.
  package var boundsCount = 0
}

/// The slots (numbers of live queries) to which the router has already passed the current row.
///
/// A single slot is stored without allocating a set.
private struct Receivers {
  private var first: SlotNumber?
  private var others: Set<SlotNumber> = []

  /// Adds a slot. Returns false if the slot has already received the current row.
  mutating func insert(_ slot: SlotNumber) -> Bool {
    guard let first else {
      first = slot
      return true
    }
    return slot != first && others.insert(slot).inserted
  }
}

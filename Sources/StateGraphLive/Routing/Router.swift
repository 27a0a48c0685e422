package import StateGraphRows

/// What the router's owner calls a slot. A number, so that nothing here is generic: look-ups
/// compiled for any type were a fifth of what a commit cost.
package typealias SlotNumber = Int

/// Finds the slots that a commit can affect, by look-up of the keys of the changed rows.
///
/// A slot is one live query "rows of `table` whose `columns` equal these values, and of which one
/// lies between these bounds". The cost of a changed row is one or two look-ups for each *template*
/// on its table, whatever the number of slots, and for a template with a range a search among the
/// bounds of its key. Where a row's match columns change, both its old and its new key are looked
/// up: it left one slot and entered another.
///
/// A slot may have several routes, and is given a row once.
///
/// A pure value: no locks, no SQLite, no graph.
package struct Router {
  private var tables: [String: TableRoutes] = [:]

  package init() {}

  /// From now on `slot` is found for rows whose match columns equal `values`, and whose range
  /// column is within `bounds`. Comparing with NULL is never true, so a slot with a NULL value can
  /// never have rows and is not kept.
  package mutating func insert(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    values: [SQLiteValue],
    bounds: RouteBounds? = nil,
    in table: TableSchema
  ) {
    guard !values.contains(where: \.isNull) else { return }
    tables[table.name, default: TableRoutes()].insert(
      slot,
      for: template,
      values,
      bounds,
      in: table
    )
  }

  /// Undoes one `insert` of the same arguments.
  package mutating func remove(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    values: [SQLiteValue],
    bounds: RouteBounds? = nil
  ) {
    guard !values.contains(where: \.isNull) else { return }
    tables[template.table]?.remove(slot, for: template, values, bounds)
    if tables[template.table]?.isEmpty == true { tables[template.table] = nil }
  }

  package mutating func insert(_ slot: SlotNumber, for route: Route, in table: TableSchema) {
    insert(slot, for: route.template, values: route.values, bounds: route.bounds, in: table)
  }

  package mutating func remove(_ slot: SlotNumber, for route: Route) {
    remove(slot, for: route.template, values: route.values, bounds: route.bounds)
  }

  var isEmpty: Bool { tables.isEmpty }

  /// All that were inserted and not removed.
  package var slots: Set<SlotNumber> {
    var found: Set<SlotNumber> = []
    for routes in tables.values { routes.forEach { found.insert($0) } }
    return found
  }

  /// The slots that the commit can affect, each once.
  package func slots(affectedBy changeSet: ChangeSet) -> Set<SlotNumber> {
    var found: Set<SlotNumber> = []
    route(changeSet, to: { slot, _ in found.insert(slot) }, reset: { found.insert($0) })
    return found
  }

  /// Gives each slot the changed rows that can affect it, each row once. `reset` gets the slots,
  /// each once, of which nothing is known but that anything may have changed; they may be given
  /// rows of another table too.
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

/// What routing a commit took, whatever the machine: for tests, and for those who ask why.
package struct RoutingCost: Equatable, Sendable {
  /// Keys that were looked up.
  package var probeCount = 0
  /// Bounds that a value was compared with.
  package var boundsCount = 0
}

/// Those who have been given a row. Mostly there is one, for whom no set is made.
private struct Receivers {
  private var first: SlotNumber?
  private var others: Set<SlotNumber> = []

  /// False for one who has it.
  mutating func insert(_ slot: SlotNumber) -> Bool {
    guard let first else {
      first = slot
      return true
    }
    return slot != first && others.insert(slot).inserted
  }
}

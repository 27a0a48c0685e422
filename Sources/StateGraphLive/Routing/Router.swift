package import StateGraphRows

/// The number by which the router's owner identifies a slot. It is a number instead of a generic
/// type, because unspecialised generic look-ups took a fifth of the time of a commit.
package typealias SlotNumber = Int

/// Finds the slots that a commit can affect by looking up the values of the changed rows.
///
/// A slot stands for one live query: "rows of a table whose match columns equal these values, and
/// whose range column lies between these bounds". Queries of the same shape share a *template*. A
/// changed row costs one or two look-ups for each template of its table, regardless of the number
/// of slots. If the template has a range, the router also searches the bounds that are stored under
/// the key. When the match columns of a row change, the router looks up both the old and the new
/// key, because the row leaves one slot and enters another.
///
/// A slot may have several routes. The router still passes each changed row to the slot only once.
///
/// The router is a pure value: it has no lock, and does not depend on SQLite or the graph.
package struct Router {
  private var tables: [String: TableTemplates] = [:]

  package init() {}

  /// Registers `slot` for the rows whose match columns equal `values` and whose range column lies
  /// within `bounds`. A slot with a NULL among its values is not registered: no comparison with
  /// NULL is true, so the slot can have no rows.
  package mutating func insert(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    values: [SQLiteValue],
    bounds: ColumnBounds? = nil,
    in table: TableSchema
  ) {
    guard !values.contains(where: \.isNull) else { return }
    tables[table.name, default: TableTemplates()].insert(
      slot,
      for: template,
      values,
      bounds,
      in: table
    )
  }

  /// Undoes one call of `insert` with the same arguments.
  package mutating func remove(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    values: [SQLiteValue],
    bounds: ColumnBounds? = nil
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

  /// The slots that are registered now.
  package var slots: Set<SlotNumber> {
    var found: Set<SlotNumber> = []
    for routes in tables.values { routes.forEach { found.insert($0) } }
    return found
  }

  /// Returns the slots that the commit can affect.
  package func slots(affectedBy changeSet: ChangeSet) -> Set<SlotNumber> {
    var found: Set<SlotNumber> = []
    route(changeSet, to: { slot, _ in found.insert(slot) }, reset: { found.insert($0) })
    return found
  }

  /// Passes each changed row of a commit to the slots that it can affect.
  ///
  /// - Parameters:
  ///   - changeSet: The commit's changes.
  ///   - receive: Called with a slot and a row that can affect it, once for each such row.
  ///   - reset: Called once for each slot if the commit does not list the changed rows of its
  ///     table, or has changed the schema. `receive` may also be called for the same slot, with
  ///     rows of another table.
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

/// The work that routing a commit took, as counts that do not depend on the machine.
package struct RoutingCost: Equatable, Sendable {
  /// The number of keys that were looked up.
  package var probeCount = 0
  /// The number of bounds that were compared with a value.
  package var boundsCount = 0
}

/// The slots that have received the current row. A single slot is the usual case, and needs no
/// memory for a set.
private struct Receivers {
  private var first: SlotNumber?
  private var others: Set<SlotNumber> = []

  /// Adds a slot. Returns false if the slot has already received the row.
  mutating func insert(_ slot: SlotNumber) -> Bool {
    guard let first else {
      first = slot
      return true
    }
    return slot != first && others.insert(slot).inserted
  }
}

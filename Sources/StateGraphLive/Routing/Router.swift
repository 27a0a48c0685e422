package import StateGraphRows

/// The number that identifies a live query in the router. The owner of the router assigns it.
///
/// It is a number instead of a generic type, because unspecialised generic look-ups took a fifth of
/// the time of a commit.
package typealias SlotNumber = Int

/// Finds the live queries that a commit can affect, from the values of the changed rows.
///
/// The router stores each live query as a slot, which is a number. A slot stands for "rows of a
/// table whose match columns equal these values, and whose range column lies in this range".
/// Queries of the same shape share a *template*.
///
/// A changed row costs one or two look-ups for each template of its table, regardless of the number
/// of slots. If the template has a range column, the router also searches the ranges under the key
/// that it looked up. If the match columns of a row change, the router looks up both the old and
/// the new key. The row then leaves one slot and enters another.
///
/// A slot may be registered under several keys. The router still passes each changed row to the
/// slot only once.
///
/// The router is a value type without a lock. It does not depend on SQLite or the graph.
package struct Router {
  private var tables: [ByteText: TableTemplates] = [:]

  package init() {}

  /// Registers a slot (the number of a live query) for rows with certain values.
  ///
  /// The rows are those whose match columns equal `values` and whose range column is within
  /// `bounds`. A slot with NULL among its values is not registered. No comparison with NULL is
  /// true, so no row can match it.
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
      values,
      bounds,
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

  /// The slots (numbers of live queries) that are registered now, each once. Visits every
  /// registration.
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
  ///   - reset: Called once for each slot whose query must run again. This is the case if the
  ///     commit does not list the changed rows of its table, or has changed the schema. `receive`
  ///     may also be called for the same slot, with rows of another table.
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

/// The work of finding the live queries that one commit affects.
///
/// The counts do not depend on the machine, so that tests can check them.
package struct RoutingCost: Equatable, Sendable {
  /// The number of keys that the router looked up in its dictionaries.
  package var probeCount = 0
  /// The number of ranges that the router compared with a value.
  package var boundsCount = 0
}

/// The slots (numbers of live queries) that have already received the current row.
///
/// Usually there is only one slot, which is stored without allocating a set.
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

/// Finds the slots that a commit can affect, by hash look-up on the keys of the changed rows.
///
/// A slot is one live query "rows of `table` whose `columns` equal these values". The cost of a
/// changed row is one or two look-ups for each *template* on its table, whatever the number of
/// slots. Where a row's match columns change, both its old and its new key are looked up: it left
/// one slot and entered another.
///
/// A pure value: no locks, no SQLite, no graph.
package struct Router<Slot: Hashable> {
  private var routes: [String: [RouteTemplate: TemplateRoutes<Slot>]] = [:]

  package init() {}

  /// From now on `slot` is found for rows whose match columns equal `values`. Comparing with NULL
  /// is never true, so a slot with a NULL value can never have rows and is not kept.
  package mutating func insert(
    _ slot: Slot,
    for template: RouteTemplate,
    values: [SQLiteValue],
    in table: TableSchema
  ) {
    guard !values.contains(where: \.isNull) else { return }
    var entry = routes[table.name]?[template] ?? TemplateRoutes(template, in: table)
    routes[table.name, default: [:]][template] = nil
    if let key = entry.key(values) {
      entry.slots[key, default: []].append(slot)
    } else {
      entry.unkeyed.append(slot)
    }
    routes[table.name, default: [:]][template] = entry
  }

  package mutating func remove(_ slot: Slot, for template: RouteTemplate, values: [SQLiteValue]) {
    guard var entry = routes[template.table]?[template] else { return }
    routes[template.table]?[template] = nil
    if let key = entry.key(values), entry.slots[key]?.contains(slot) == true {
      entry.slots[key]?.removeAll { $0 == slot }
      if entry.slots[key]?.isEmpty == true { entry.slots[key] = nil }
    } else {
      entry.unkeyed.removeAll { $0 == slot }
    }
    if !entry.slots.isEmpty || !entry.unkeyed.isEmpty {
      routes[template.table, default: [:]][template] = entry
    } else if routes[template.table]?.isEmpty == true {
      routes[template.table] = nil
    }
  }

  var isEmpty: Bool { routes.isEmpty }

  /// The rows of the table come in another shape from now on.
  package mutating func tableDidChange(to table: TableSchema) {
    guard let templates = routes[table.name] else { return }
    for (template, entry) in templates {
      routes[table.name]?[template] = entry.moved(to: table, for: template)
    }
  }

  /// The slots that the commit can affect, each once.
  package func slots(affectedBy changeSet: ChangeSet) -> Set<Slot> {
    var found: Set<Slot> = []
    if changeSet.schemaChanged {
      for templates in routes.values {
        for entry in templates.values { entry.insertAll(into: &found) }
      }
      return found
    }
    for (table, changes) in changeSet.tables {
      guard let templates = routes[table] else { continue }
      for entry in templates.values {
        switch changes {
        case .reset: entry.insertAll(into: &found)
        case .rows(let rows):
          for row in rows { entry.insertSlots(affectedBy: row, into: &found) }
        }
      }
    }
    return found
  }
}

import StateGraphRows

/// The templates on one table.
struct TableRoutes {
  private(set) var templates: [RouteTemplate: TemplateRoutes] = [:]
  /// The columns of which a change affects anybody.
  private var relevantIndexes: [Int] = []

  var isEmpty: Bool { templates.isEmpty }

  mutating func insert(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    _ values: [SQLiteValue],
    _ bounds: RouteBounds?,
    in table: TableSchema
  ) {
    let isNew = templates[template] == nil
    if isNew { templates[template] = TemplateRoutes(template, in: table) }
    templates[template]?.insert(slot, values, bounds)
    if isNew { findRelevantIndexes() }
  }

  mutating func remove(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    _ values: [SQLiteValue],
    _ bounds: RouteBounds?
  ) {
    templates[template]?.remove(slot, values, bounds)
    guard templates[template]?.isEmpty == true else { return }
    templates[template] = nil
    findRelevantIndexes()
  }

  private mutating func findRelevantIndexes() {
    relevantIndexes = Set(templates.values.flatMap(\.relevantIndexes)).sorted()
  }

  func forEach(_ body: (SlotNumber) -> Void) {
    for routes in templates.values { routes.forEach(body) }
  }

  /// Calls `body` with the slots that some change of these columns can affect; with some of them
  /// twice.
  func forEach(affectedBy columns: ColumnMask, _ body: (SlotNumber) -> Void) {
    for routes in templates.values
    where routes.hasVirtualColumn || !routes.relevantColumns.isDisjoint(with: columns) {
      routes.forEach(body)
    }
  }

  /// Calls `body` with the slots that the row can affect; with some of them twice.
  func forEach(affectedBy row: RowChange, _ cost: inout RoutingCost, _ body: (SlotNumber) -> Void) {
    let changed = ColumnMask(of: row, among: relevantIndexes)
    for routes in templates.values
    where routes.hasVirtualColumn || !routes.relevantColumns.isDisjoint(with: changed) {
      routes.forEach(affectedBy: row, &cost, body)
    }
  }
}

import StateGraphRows

/// The live queries of one table, grouped by template. Queries that differ only in their constants
/// have the same template.
struct TableTemplates {
  private(set) var templates: [RouteTemplate: TemplateIndex] = [:]
  /// The indexes of the columns on which at least one live query depends, in ascending order.
  private var relevantIndexes: [Int] = []

  var isEmpty: Bool { templates.isEmpty }

  mutating func insert(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    values: [SQLiteValue],
    bounds: ColumnBounds?,
    in table: TableSchema
  ) {
    let isNew = templates[template] == nil
    if isNew { templates[template] = TemplateIndex(template, in: table) }
    templates[template]?.insert(slot, values: values, bounds: bounds)
    if isNew { findRelevantIndexes() }
  }

  mutating func remove(
    _ slot: SlotNumber,
    for template: RouteTemplate,
    values: [SQLiteValue],
    bounds: ColumnBounds?
  ) {
    templates[template]?.remove(slot, values: values, bounds: bounds)
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

  /// Calls `body` with each slot (the number of a live query) that a change of these columns can
  /// affect.
  ///
  /// May call `body` twice with the same slot.
  func forEach(affectedBy columns: ColumnMask, _ body: (SlotNumber) -> Void) {
    for routes in templates.values
    where routes.hasVirtualColumn || !routes.relevantColumns.isDisjoint(with: columns) {
      routes.forEach(body)
    }
  }

  /// Calls `body` with each slot (the number of a live query) that the changed row can affect.
  ///
  /// May call `body` twice with the same slot.
  func forEach(affectedBy row: RowChange, _ cost: inout RoutingCost, body: (SlotNumber) -> Void) {
    let changed = ColumnMask(of: row, among: relevantIndexes)
    // The result of a query such as `count(*)` depends on no column, but only on the existence of
    // rows. So each insertion and deletion can change the result.
    let isUpdate = row.old != nil && row.new != nil
    for routes in templates.values
    where !isUpdate || routes.hasVirtualColumn
      || !routes.relevantColumns.isDisjoint(with: changed)
    {
      routes.forEach(affectedBy: row, &cost, body: body)
    }
  }
}

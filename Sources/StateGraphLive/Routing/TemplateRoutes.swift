import StateGraphRows

/// The slots of one template, by the key that their rows have in the match columns.
struct TemplateRoutes {
  private let columns: [ColumnSchema]
  private let layout: RouteKey.Layout
  private let nullIndexes: [Int]
  private let range: (index: Int, collation: Collation)?
  /// Whether images tell what is NULL and what lies in a range.
  private let isKeyed: Bool
  /// How many columns of an image there have to be.
  private let columnCount: Int
  /// The columns of which a change affects a slot.
  let relevantIndexes: [Int]
  let relevantColumns: ColumnMask
  /// Whether one of them is virtual: a change's images do not tell whether that changed.
  let hasVirtualColumn: Bool

  /// Of a template without a range.
  private var slots: [RouteKey: SlotCounts] = [:]
  /// Of one with a range.
  private var intervals: [RouteKey: IntervalIndex] = [:]
  /// Slots whose key only SQLite can compare: every change on the table may be theirs.
  private var unkeyed = SlotCounts.none

  init(_ template: RouteTemplate, in table: TableSchema) {
    let indexes = template.matchColumns.compactMap { table.columnIndex($0) }
    columns = indexes.map { table.columns[$0] }
    layout = RouteKey.Layout(indexes, in: table)
    nullIndexes = template.nullColumns.compactMap { table.columnIndex($0) }
    range = template.rangeColumn.flatMap { range in
      table.columnIndex(range.name).map { ($0, range.collation) }
    }
    let watched = template.watchedColumns.compactMap { table.columnIndex($0) }
    let relevant = Set(indexes + nullIndexes + watched + (range.map { [$0.index] } ?? []))
    relevantIndexes = relevant.sorted()
    relevantColumns = ColumnMask(relevantIndexes)
    hasVirtualColumn = relevant.contains { table.columns[$0].generation == .virtual }
    let keys = indexes + nullIndexes + (range.map { [$0.index] } ?? [])
    let keyCount =
      template.matchColumns.count + template.nullColumns.count
      + (template.rangeColumn == nil ? 0 : 1)
    // A column may be gone since the query was made.
    isKeyed =
      keys.count == keyCount
      && (nullIndexes + (range.map { [$0.index] } ?? [])).allSatisfy {
        table.columns[$0].generation != .virtual
      }
    columnCount = table.columns.count
  }

  var isEmpty: Bool { slots.isEmpty && intervals.isEmpty && unkeyed.isEmpty }

  mutating func insert(_ slot: SlotNumber, _ values: [SQLiteValue], _ bounds: RouteBounds?) {
    guard let key = key(values) else { return unkeyed.insert(slot) }
    guard let range else { return slots[key, default: .none].insert(slot) }
    intervals[key, default: IntervalIndex(range.collation)].insert(slot, bounds ?? RouteBounds())
  }

  mutating func remove(_ slot: SlotNumber, _ values: [SQLiteValue], _ bounds: RouteBounds?) {
    guard let key = key(values) else { return unkeyed.remove(slot) }
    if range != nil {
      intervals[key]?.remove(slot, bounds ?? RouteBounds())
      if intervals[key]?.isEmpty == true { intervals[key] = nil }
    } else {
      slots[key]?.remove(slot)
      if slots[key]?.isEmpty == true { slots[key] = nil }
    }
  }

  /// Nil where only SQLite can compare.
  private func key(_ values: [SQLiteValue]) -> RouteKey? {
    guard isKeyed else { return nil }
    var keys: [SQLiteValue] = []
    for (column, value) in zip(columns, values) {
      guard let key = column.compared(value) else { return nil }
      keys.append(key)
    }
    return RouteKey(of: keys, layout)
  }

  func forEach(_ body: (SlotNumber) -> Void) {
    for slots in slots.values { slots.forEach(body) }
    for intervals in intervals.values { intervals.forEach(body) }
    unkeyed.forEach(body)
  }

  /// Calls `body` with the slots that the row is or was of; with some of them twice.
  func forEach(affectedBy row: RowChange, _ cost: inout RoutingCost, _ body: (SlotNumber) -> Void) {
    unkeyed.forEach(body)
    if let old = row.old { forEach(of: old, &cost, body) }
    guard let new = row.new else { return }
    if let old = row.old, isSamePlace(old, new) { return }
    forEach(of: new, &cost, body)
  }

  private func forEach(
    of image: RowImage,
    _ cost: inout RoutingCost,
    _ body: (SlotNumber) -> Void
  ) {
    // A table that lost a column since: nothing can be told from its images.
    guard image.count >= columnCount else { return forEach(body) }
    guard nullIndexes.allSatisfy({ image.storageClass(at: $0) == .null }) else { return }
    let key = RouteKey(in: image, layout)
    guard !key.hasNull else { return }
    cost.probeCount += 1
    guard let range else {
      slots[key]?.forEach(body)
      return
    }
    guard let intervals = intervals[key] else { return }
    cost.boundsCount += withExtendedLifetime(image) {
      intervals.forEach(around: image.cell(at: range.index), body)
    }
  }

  /// Whether both images lead to the same slots.
  private func isSamePlace(_ old: RowImage, _ new: RowImage) -> Bool {
    layout.indexes.allSatisfy { old.isIdentical(at: $0, to: new) }
      && nullIndexes.allSatisfy { old.isIdentical(at: $0, to: new) }
      && range.map { old.isIdentical(at: $0.index, to: new) } ?? true
  }
}

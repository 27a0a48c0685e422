import StateGraphRows

/// The live queries of one ``RouteTemplate``, indexed by their constants. The queries of one
/// template differ only in these constants.
struct TemplateIndex {
  private let columns: [ColumnSchema]
  private let layout: MatchKey.Layout
  private let nullIndexes: [Int]
  private let range: (index: Int, collation: Collation)?
  /// Whether a copy of a row contains every column that the queries compare.
  ///
  /// If false, rows cannot be looked up, and every change of a relevant column may affect the
  /// queries.
  private let isKeyed: Bool
  /// The number of columns in the table when this index was created.
  ///
  /// The column indexes are valid only for rows with at least this many columns.
  private let columnCount: Int
  /// The indexes of the columns whose change can affect a live query, in ascending order.
  let relevantIndexes: [Int]
  let relevantColumns: ColumnMask
  /// Whether one of `relevantColumns` is a virtual generated column.
  ///
  /// The copy of a changed row does not show whether the value of a virtual column changed. If this
  /// property is true, every changed row is therefore looked up.
  let hasVirtualColumn: Bool

  /// The numbers of live queries by the values that they compare with columns. These queries
  /// compare no column with a range.
  private var slots: [MatchKey: SlotMultiset] = [:]
  /// The numbers of live queries that also compare a column with a range.
  private var intervals: [MatchKey: IntervalIndex] = [:]
  /// The numbers of live queries whose values only SQLite can compare.
  ///
  /// Every change of a relevant column may affect them.
  private var unkeyed = SlotMultiset.none

  init(_ template: RouteTemplate, in table: TableSchema) {
    let indexes = template.matchColumns.compactMap { table.columnIndex($0.string) }
    columns = indexes.map { table.columns[$0] }
    layout = MatchKey.Layout(indexes, in: table)
    nullIndexes = template.nullColumns.compactMap { table.columnIndex($0.string) }
    range = template.rangeColumn.flatMap { range in
      table.columnIndex(range.name.string).map { ($0, range.collation) }
    }
    let watched = template.watchedColumns.compactMap { table.columnIndex($0.string) }
    let relevant = Set(indexes + nullIndexes + watched + (range.map { [$0.index] } ?? []))
    relevantIndexes = relevant.sorted()
    relevantColumns = ColumnMask(relevantIndexes)
    hasVirtualColumn = relevant.contains { table.columns[$0].generation == .virtual }
    let keys = indexes + nullIndexes + (range.map { [$0.index] } ?? [])
    let keyCount =
      template.matchColumns.count + template.nullColumns.count
      + (template.rangeColumn == nil ? 0 : 1)
    // A column is missing here if it was dropped after the query was built.
    isKeyed =
      keys.count == keyCount
      && (nullIndexes + (range.map { [$0.index] } ?? [])).allSatisfy {
        table.columns[$0].generation != .virtual
      }
    columnCount = table.columns.count
  }

  var isEmpty: Bool { slots.isEmpty && intervals.isEmpty && unkeyed.isEmpty }

  mutating func insert(_ slot: SlotNumber, values: [SQLiteValue], bounds: ColumnBounds?) {
    guard let key = key(values) else { return unkeyed.insert(slot) }
    guard let range else { return slots[key, default: .none].insert(slot) }
    intervals[key, default: IntervalIndex(range.collation)].insert(
      slot,
      bounds: bounds ?? ColumnBounds()
    )
  }

  mutating func remove(_ slot: SlotNumber, values: [SQLiteValue], bounds: ColumnBounds?) {
    guard let key = key(values) else { return unkeyed.remove(slot) }
    if range != nil {
      intervals[key]?.remove(slot, bounds: bounds ?? ColumnBounds())
      if intervals[key]?.isEmpty == true { intervals[key] = nil }
    } else {
      slots[key]?.remove(slot)
      if slots[key]?.isEmpty == true { slots[key] = nil }
    }
  }

  /// Returns the key under which the index stores a query with these compared values. Returns nil
  /// if only SQLite can compare the values.
  private func key(_ values: [SQLiteValue]) -> MatchKey? {
    guard isKeyed else { return nil }
    var keys: [SQLiteValue] = []
    for (column, value) in zip(columns, values) {
      guard let key = column.compared(value) else { return nil }
      keys.append(key)
    }
    return MatchKey(of: keys, layout)
  }

  func forEach(_ body: (SlotNumber) -> Void) {
    for slots in slots.values { slots.forEach(body) }
    for intervals in intervals.values { intervals.forEach(body) }
    unkeyed.forEach(body)
  }

  /// Calls `body` with each slot (the number of a live query) that the row may affect.
  ///
  /// Looks up the row as it was before the change and as it is after the change. May call `body`
  /// twice with the same slot.
  func forEach(affectedBy row: RowChange, _ cost: inout RoutingCost, body: (SlotNumber) -> Void) {
    unkeyed.forEach(body)
    if let old = row.old { forEach(of: old, &cost, body: body) }
    guard let new = row.new else { return }
    if let old = row.old, isSamePlace(old, as: new) { return }
    forEach(of: new, &cost, body: body)
  }

  private func forEach(
    of image: RowImage,
    _ cost: inout RoutingCost,
    body: (SlotNumber) -> Void
  ) {
    // If the table has lost a column since this index was created, the column indexes are wrong. In
    // this case, all live queries count as affected.
    guard image.count >= columnCount else { return forEach(body) }
    guard nullIndexes.allSatisfy({ image.storageClass(at: $0) == .null }) else { return }
    let key = MatchKey(in: image, layout)
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

  /// Returns whether both images have identical values in the compared columns.
  ///
  /// Both images then match the same live queries, and one look-up is enough.
  private func isSamePlace(_ old: RowImage, as new: RowImage) -> Bool {
    layout.indexes.allSatisfy { old.isIdentical(at: $0, to: new) }
      && nullIndexes.allSatisfy { old.isIdentical(at: $0, to: new) }
      && range.map { old.isIdentical(at: $0.index, to: new) } ?? true
  }
}

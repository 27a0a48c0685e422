/// The slots of one template, by the key that their rows have in the match columns.
struct TemplateRoutes<Slot: Hashable> {
  private let columns: [ColumnSchema]
  private let columnIndexes: [Int]
  /// Columns whose change alone affects a slot, beside the match columns.
  private let watchedIndexes: [Int]
  /// Whether one of them is virtual: a change's images do not tell whether that changed.
  private let hasVirtualColumn: Bool
  var slots: [RowKey: [Slot]] = [:]
  /// Slots whose key only SQLite can compare: every change on the table may be theirs.
  var unkeyed: [Slot] = []

  init(_ template: RouteTemplate, in table: TableSchema) {
    columnIndexes = template.matchColumns.compactMap { table.columnIndex($0) }
    columns = columnIndexes.map { table.columns[$0] }
    watchedIndexes = template.watchedColumns.compactMap { table.columnIndex($0) }
    hasVirtualColumn = (columnIndexes + watchedIndexes).contains {
      table.columns[$0].generation == .virtual
    }
  }

  /// The same slots for the table as it is now. Where its columns compare otherwise than before,
  /// the slots' keys are not known, and every change on the table may be theirs.
  func moved(to table: TableSchema, for template: RouteTemplate) -> TemplateRoutes {
    var moved = TemplateRoutes(template, in: table)
    moved.unkeyed = unkeyed
    let isComparedAsBefore = moved.columns.elementsEqual(columns) { new, old in
      new.affinity == old.affinity && new.collation == old.collation
        && new.generation == old.generation
    }
    if isComparedAsBefore {
      moved.slots = slots
    } else {
      moved.unkeyed += slots.values.joined()
    }
    return moved
  }

  func key(_ values: [SQLiteValue]) -> RowKey? {
    // A column may be gone.
    guard columns.count == values.count else { return nil }
    var keys: [SQLiteValue] = []
    for (column, value) in zip(columns, values) {
      guard let key = column.equalityKey(value) else { return nil }
      keys.append(key)
    }
    return RowKey(keys)
  }

  func insertAll(into found: inout Set<Slot>) {
    for slots in slots.values { found.formUnion(slots) }
    found.formUnion(unkeyed)
  }

  func insertSlots(affectedBy row: RowChange, into found: inout Set<Slot>) {
    guard
      row.old == nil || row.new == nil || hasVirtualColumn
        || columnIndexes.contains(where: { row.changes(column: $0) })
        || watchedIndexes.contains(where: { row.changes(column: $0) })
    else { return }
    found.formUnion(unkeyed)
    for image in [row.old, row.new] {
      guard let image, let key = key(columnIndexes.map { image[$0] }) else { continue }
      if let slots = slots[key] { found.formUnion(slots) }
    }
  }
}

import StateGraphLive
import StateGraphSQLite

/// The entities whose columns refer to one owner, in key order, as a slot follows them.
struct ChildRows<Child: Entity>: RowsSource {
  let table: EntityTable<Child>
  /// What the columns hold, by their places in the definition.
  let values: [(column: Int, value: SQLiteValue)]

  func plan() throws -> RowsPlan? {
    let layout = table.layout
    guard layout.isUTF8 else { return nil }
    let columns = layout.columns
    let keyCount = layout.keyCount
    var conditions: [RowCondition] = []
    for (column, value) in values {
      let place = keyCount + column
      guard let condition = RowCondition(place, columns[place], equal: value) else { return nil }
      conditions.append(condition)
    }
    guard let order = layout.keyOrder else { return nil }
    return RowsPlan(
      projection: layout.projection,
      condition: conditions.count == 1 ? conditions[0] : .and(conditions),
      order: order
    )
  }

  func rows(_ plan: RowsPlan?, after image: RowImage?, count: Int?) throws -> LoadedRows {
    LoadedRows(rows: try children().map { $0.row })
  }

  /// The entities as this thread sees them.
  func children() throws -> [Child] {
    let layout = table.layout
    let conditions = values.map { column, value in
      "\(column: layout.name(ofColumn: column)) = \(value)" as SQL
    }
    return try table.load(
      """
      \(layout.selection) WHERE \(conditions, separator: " AND ")
      ORDER BY \(columns: layout.keyNames)
      """
    )
  }

  func payload(of image: RowImage, since generation: UInt64) throws -> RowObject? {
    try table.entity(of: image, since: generation)
  }

  var generation: UInt64 { table.generation }
}

extension Entity {
  /// This entity as a row that a slot keeps.
  var row: LiveRow { .init(image: _$entity.currentImage, element: self) }
}

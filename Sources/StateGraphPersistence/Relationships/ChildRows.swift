import StateGraphLive
import StateGraphSQLite

/// Loads the rows of one owner's children, in the order of ``ChildOrder``.
struct ChildRows<Child: Entity>: RelationshipLoader {
  let table: EntityTable<Child>
  /// The columns that refer to the owner, and the values that they must have.
  ///
  /// Each column is an index in the children's definition.
  let values: [(column: Int, value: SQLiteValue)]

  func plan() throws -> MaintenancePlan? {
    let layout = table.layout
    guard layout.isUTF8 else { return nil }
    let columns = layout.columns
    let keyCount = layout.keyCount
    var conditions: [RowCondition] = []
    for (column, value) in values {
      let place = keyCount + column
      guard let condition = RowCondition(place, column: columns[place], equal: value) else {
        return nil
      }
      conditions.append(condition)
    }
    guard let order = ChildOrder(layout).rowOrder else { return nil }
    return MaintenancePlan(
      projection: layout.projection,
      condition: conditions.count == 1 ? conditions[0] : .and(conditions),
      order: order
    )
  }

  func rows(_ plan: MaintenancePlan?, after image: RowImage?, count: Int?) throws -> LoadedResult {
    let refusalCount = table.refusalCount
    let rows = try children().map { $0.row }
    return LoadedResult(rows: rows, isComplete: table.refusalCount == refusalCount)
  }

  /// Returns the owner's children.
  ///
  /// Inside a write or a snapshot, these are the children that the calling thread sees there.
  func children() throws -> [Child] {
    let layout = table.layout
    let conditions = values.map { column, value in
      "\(column: layout.name(ofColumn: column)) = \(value)" as SQL
    }
    return try table.load(
      """
      \(layout.selection) WHERE \(conditions, separator: " AND ")
      ORDER BY \(ChildOrder(layout).columns)
      """
    )
  }

  func payload(of image: RowImage, since generation: UInt64) throws -> RowObject? {
    try table.entity(of: image, since: generation)
  }

  var generation: UInt64 { table.generation }

  func watchedTable() -> WatchedTable { table.untyped.context.watched }

  func uncommittedPayload(of image: RowImage) throws -> RowObject? {
    try table.uncommittedEntity(of: image)
  }
}

extension Entity {
  /// This entity with its row image (the stored values), as an element of a relationship's stored
  /// result.
  var row: LiveRow { .init(image: _$entity.currentImage, element: self) }
}

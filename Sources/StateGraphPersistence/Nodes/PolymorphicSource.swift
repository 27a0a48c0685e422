import StateGraph
import StateGraphSQLite

/// The entities whose two columns refer to the owner, in key order.
struct PolymorphicSource<Child: Entity>: RelationshipSource {
  let reference: PolymorphicReference<Child>
  /// The table of the relationship's owner, as the children's column names it.
  let target: String

  /// Found by the key alone: that of another type's entity is a SELECT too many. A child whose type
  /// changes concerns whoever has its key.
  func route(_ owner: SQLiteValue, in graph: DatabaseGraph) throws -> SlotRoute {
    let layout = try graph.table(for: Child.self).layout
    let columns = try reference.columns()
    let template = RouteTemplate(
      table: layout.table.name,
      matchColumns: [layout.name(ofColumn: columns.key)],
      watchedColumns: [layout.name(ofColumn: columns.type)] + layout.keyNames
    )
    return SlotRoute(template, [owner], in: layout.table)
  }

  func rows(of owner: SQLiteValue, in graph: DatabaseGraph) throws -> any RowsSource {
    try childRows(of: owner, in: graph)
  }

  private func childRows(
    of owner: SQLiteValue,
    in graph: DatabaseGraph
  ) throws -> ChildRows<Child> {
    let columns = try reference.columns()
    return ChildRows(
      table: try graph.table(for: Child.self),
      values: [(columns.key, owner), (columns.type, .text(target))]
    )
  }

  func rows(of owners: [SQLiteValue], in graph: DatabaseGraph) throws
    -> [SQLiteValue: [LiveRow]]
  {
    let table = try graph.table(for: Child.self)
    let columns = try reference.columns()
    let layout = table.layout
    let (type, key) = (layout.name(ofColumn: columns.type), layout.name(ofColumn: columns.key))
    let found = try table.load(
      """
      \(layout.selection) WHERE \(column: type) = \(target)
        AND \(ValueList(owners).sql("\(column: key)")) ORDER BY \(columns: layout.keyNames)
      """
    )
    return OwnerGroups(found.map(\.row), comparedAs: layout.table.column(key)) {
      $0.image[table.keyCount + columns.key]
    }.of(owners)
  }

  func children(of rows: SlotRows, in graph: DatabaseGraph) -> [Child] {
    rows.entities(as: Child.self)
  }

  func assign(_ children: [Child], to owner: EntityAttachment) throws {
    let graph = owner.table.graph
    let table = try graph.table(for: Child.self)
    guard let entity = owner.table.anyEntity(owner.key) else { return }
    let wanted = Set(children.map { ObjectIdentifier($0) })
    for child in try childRows(of: owner.key.first, in: graph).children()
    where !wanted.contains(ObjectIdentifier(child)) {
      try reference.set(nil, of: child)
    }
    for child in children {
      try reference.set(entity, of: child)
      if child._$entity.table == nil { try table.add([child], in: graph.database()) }
    }
  }
}

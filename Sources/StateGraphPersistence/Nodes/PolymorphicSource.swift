import StateGraph
import StateGraphSQLite

/// The entities whose two columns refer to the owner, in key order.
struct PolymorphicSource<Child: Entity>: RelationshipSource {
  let reference: PolymorphicReference<Child>
  /// The table of the relationship's owner, as the children's column names it.
  let target: String

  /// Found by the key alone: that of another type's entity is a SELECT too many. A child whose type
  /// changes concerns whoever has its key.
  func route(in graph: DatabaseGraph) throws -> (TableSchema, RouteTemplate) {
    let layout = try graph.table(for: Child.self).layout
    let columns = try reference.columns()
    let template = RouteTemplate(
      table: layout.table.name,
      matchColumns: [layout.name(ofColumn: columns.key)],
      watchedColumns: [layout.name(ofColumn: columns.type)] + layout.keyNames
    )
    return (layout.table, template)
  }

  func children(of owner: SQLiteValue, in graph: DatabaseGraph) throws -> [Child] {
    let key = try graph.table(for: Child.self).layout.name(ofColumn: reference.columns().key)
    return try children(where: "\(column: key) = \(owner)", in: graph)
  }

  func children(of owners: [SQLiteValue], in graph: DatabaseGraph) throws
    -> [SQLiteValue: [Child]]
  {
    let index = try reference.columns().key
    let layout = try graph.table(for: Child.self).layout
    let key = layout.name(ofColumn: index)
    let found = try children(where: ValueList(owners).sql("\(column: key)"), in: graph)
    return OwnerGroups(found, comparedAs: layout.table.column(key)) { $0._$entity.value(index) }
      .of(owners)
  }

  func depend(on children: [Child], in graph: DatabaseGraph) {}

  func assign(_ children: [Child], to owner: EntityAttachment) throws {
    let graph = owner.table.graph
    let table = try graph.table(for: Child.self)
    guard let entity = owner.table.anyEntity(owner.key) else { return }
    let wanted = Set(children.map { ObjectIdentifier($0) })
    for child in try self.children(of: owner.key.first, in: graph)
    where !wanted.contains(ObjectIdentifier(child)) {
      try reference.set(nil, of: child)
    }
    for child in children {
      try reference.set(entity, of: child)
      if child._$entity.table == nil { try table.add([child], in: graph.database()) }
    }
  }

  private func children(where isTheirs: SQL, in graph: DatabaseGraph) throws -> [Child] {
    let table = try graph.table(for: Child.self)
    let type = try table.layout.name(ofColumn: reference.columns().type)
    return try table.load(
      """
      \(table.layout.selection) WHERE \(column: type) = \(target) AND \(isTheirs)
      ORDER BY \(columns: table.layout.keyNames)
      """
    )
  }
}

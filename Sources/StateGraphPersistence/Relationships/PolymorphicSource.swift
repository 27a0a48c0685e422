import StateGraphCore
import StateGraphSQLite

/// The inverse of a polymorphic reference: the entities whose two columns refer to the owner.
///
/// The entities are in the order of ``ChildOrder``.
struct PolymorphicSource<Child: Entity>: ChildColumnSource {
  let reference: PolymorphicReference<Child>
  /// The name of the owner's table, which the type column of each child contains.
  let target: String

  func columns(in graph: DatabaseGraph) throws -> ChildColumns<Child> {
    let columns = try reference.columns()
    return ChildColumns(
      table: try graph.table(for: Child.self),
      key: columns.key,
      others: [(columns.type, .text(target))]
    )
  }

  func assign(_ children: [Child], to owner: EntityAttachment) throws {
    let graph = owner.table.graph
    let columns = try columns(in: graph)
    let table = columns.table
    guard let entity = owner.table.anyEntity(owner.key) else { return }
    let wanted = Set(children.map { ObjectIdentifier($0) })
    for child in try columns.rows(of: owner.key.first).children()
    where !wanted.contains(ObjectIdentifier(child)) {
      try reference.set(nil, of: child)
    }
    for child in children {
      try reference.set(entity, of: child)
      if child._$entity.table == nil { try table.add([child], in: graph.database()) }
    }
  }
}

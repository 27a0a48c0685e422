import StateGraphCore
import StateGraphSQLite

extension ChildColumnSource {
  func assign(
    _ children: [Child],
    to owner: EntityAttachment,
    in slot: RelationshipSlot<Self>
  ) throws {
    let entity = try entity(of: owner)
    // A child that already belongs to the owner needs no write. Only added and removed children are
    // written.
    let difference = ArrayDifference(from: try slot.uncommittedChildren(of: owner), to: children)
    // The other children are related already, so they belong to this database.
    try owner.table.graph.requireKeys(difference.new)
    let coming = Set(difference.new.map { ObjectIdentifier($0) })
    for child in difference.old where !coming.contains(ObjectIdentifier(child)) {
      try refer(child, to: nil)
    }
    let known = Set(difference.old.map { ObjectIdentifier($0) })
    for child in difference.new where !known.contains(ObjectIdentifier(child)) {
      try add(child, to: entity, owner: owner)
    }
  }

  func apply(
    _ edit: RelationshipEdit<Child>,
    to owner: EntityAttachment,
    in slot: RelationshipSlot<Self>
  ) throws {
    let entity = try entity(of: owner)
    switch edit {
    case .append(let children):
      for child in children { try add(child, to: entity, owner: owner) }
    // The index has no effect, because the children are in the order of their keys.
    case .insert(let child, _): try add(child, to: entity, owner: owner)
    case .remove(let child):
      if try refers(child, to: owner) { try refer(child, to: nil) }
    case .swap, .move: break
    }
  }

  func needsRows(for edit: RelationshipEdit<Child>) -> Bool { false }

  private func add(_ child: Child, to entity: any Entity, owner: EntityAttachment) throws {
    try refer(child, to: entity)
    guard child._$entity.table == nil else { return }
    let graph = owner.table.graph
    try graph.table(for: Child.self).add([child], in: graph.database())
  }

  /// Returns whether the row of a child refers to the owner. Reads the row as the open write sees
  /// it.
  private func refers(_ child: Child, to owner: EntityAttachment) throws -> Bool {
    let state = child._$entity
    let columns = try columns(in: owner.table.graph)
    guard state.table != nil, !UnusableEntity.isDeletedForThread(state) else { return false }
    let layout = columns.table.layout
    return withoutGraphTracking {
      columns.values(of: owner.key).allSatisfy { column, value in
        let schema = layout.table.column(layout.name(ofColumn: column))
        let found = state.value(column)
        // Under a collation such as NOCASE, different texts are the same key.
        guard let key = schema?.equalityKey(value) else { return found == value }
        return schema?.equalityKey(found) == key
      }
    }
  }

  private func entity(of owner: EntityAttachment) throws -> any Entity {
    if let entity = owner.table.anyEntity(owner.key) { return entity }
    throw DatabaseError(
      .deletedEntity,
      "A relationship of a row of \(owner.table.name) was set after the row had been deleted, or "
        + "while it could not be read.",
      remedy: "Check isDeleted and isUnreadable, or add a new entity."
    )
  }
}

import StateGraphSQLite

extension ManyToMany {
  func assign(
    _ children: [Child],
    to owner: EntityAttachment,
    in slot: RelationshipSlot<Self>
  ) throws {
    // The other children are linked already, so they belong to this database and have a row.
    let coming = ArrayDifference(from: try slot.uncommittedChildren(of: owner), to: children).new
    try owner.table.graph.requireKeys(coming)
    try add(coming, to: owner)
    // An addition may have changed links by a trigger, so the links are read after it.
    let links = try slot.uncommittedRows(of: owner)
    var range = 0..<links.count
    var wanted = children[...]
    let known = try slot.uncommittedChildren(of: owner)
    if known.count == links.count {
      let difference = ArrayDifference(from: known, to: children)
      range = difference.old.indices
      wanted = difference.new
    }
    if range.isEmpty, wanted.isEmpty { return }
    try LinkEditor(link(in: owner.table.graph), owner: owner, links: links)
      .replace(range, by: wanted.map { $0._$key.first })
  }

  func apply(
    _ edit: RelationshipEdit<Child>,
    to owner: EntityAttachment,
    in slot: RelationshipSlot<Self>
  ) throws {
    let graph = owner.table.graph
    let link = try link(in: graph)
    func editor() throws -> LinkEditor {
      let links = try needsRows(for: edit) ? slot.uncommittedRows(of: owner) : .read([])
      return LinkEditor(link, owner: owner, links: links)
    }
    switch edit {
    case .append(let children):
      try add(children, to: owner)
      try editor().append(children.map { $0._$key.first })
    case .insert(let child, let index):
      try add([child], to: owner)
      let editor = try editor()
      try editor.insert(child._$key.first, at: link.order == nil ? 0 : index)
    case .remove(let child):
      // No link leads to an entity without a row. Another row may have its key.
      guard child._$entity.table != nil, !UnusableEntity.isDeletedForThread(child._$entity)
      else { return }
      try link.delete(from: owner.key.first, to: child._$key.first, in: graph.database())
    case .swap(let first, let second):
      if link.order != nil { try editor().swap(first, and: second) }
    case .move(let start, let end):
      if link.order != nil { try editor().move(from: start, to: end) }
    }
  }

  func needsRows(for edit: RelationshipEdit<Child>) -> Bool {
    guard columns?.order != nil else { return false }
    if case .remove = edit { return false }
    return true
  }

  /// Inserts the entities that are in no store yet, so that links can refer to them.
  private func add(_ children: some Sequence<Child>, to owner: EntityAttachment) throws {
    let graph = owner.table.graph
    let added = children.filter { $0._$entity.table == nil }
    if !added.isEmpty { try graph.table(for: Child.self).add(added, in: graph.database()) }
  }
}

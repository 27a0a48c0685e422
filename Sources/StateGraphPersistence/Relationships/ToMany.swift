import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// A to-many relationship of one entity: a computed node whose rows are updated by commits.
///
/// The relationship is registered for commits before its SELECT runs. A commit during the SELECT
/// therefore invalidates the node, and the SELECT is repeated. Afterwards, a commit invalidates the
/// node only if a row was added to or removed from this relationship. No SQL runs then.
final class ToMany<Source: RelationshipSource>: Relationship {
  let node: Computed<[Source.Child]>
  let slot: RelationshipSlot<Source>
  private let owner: RelationshipOwner<Source.Child>

  init(_ source: Source, of state: EntityState, named name: SignalName) {
    let owner = RelationshipOwner<Source.Child>(state)
    self.owner = owner
    let slot = RelationshipSlot(source, named: name)
    self.slot = slot
    node = Computed(
      companion: RelationshipEditor { edit in ToMany.edit(edit, owner: owner, slot: slot) },
      areEqual: { $0.hasSameObjects(as: $1) },
      name: "relationship"
    ) { _ in
      switch owner.current() {
      case .row(let attachment): owner.isDeleted ? [] : slot.children(of: attachment)
      case .detached(let children): children
      }
    }
  }

  func attach(_ attachment: EntityAttachment, row: RowImage) throws {
    let assigned = owner.attach(attachment)
    guard !assigned.isEmpty else { return }
    try slot.source.assign(assigned, to: attachment, in: slot)
  }

  func detach() {
    owner.detach()
    slot.touch()
  }

  func didCommitInsertion() -> [AnyObject] { owner.takeAssigned() }

  /// Makes exactly these children the related entities.
  ///
  /// Writes them to the file, or keeps them in memory while the owner has no row.
  func assign(_ children: [Source.Child]) {
    guard let attachment = owner.assign(children) else { return }
    ToMany.write(attachment, owner: owner) {
      try slot.source.assign(children, to: attachment, in: slot)
    }
  }

  /// Returns the related entities in an array, for a caller that changes the array in place and
  /// then calls ``EditedRelationship/finish()``.
  func edit() -> EditedRelationship<Source.Child> {
    guard case .row(let attachment) = owner.current(),
      let database = try? attachment.table.graph.database(), database.isWriting,
      let children = try? slot.takeSpare(of: attachment)
    else {
      // The rows are read before no other thread can write. A thread that evaluates the node at the
      // same time may have to open a table, and would wait for this thread.
      _ = node.wrappedValue
      let change = owner.entity.map { ChangeInPlace(of: $0) }
      return EditedRelationship(children: node.wrappedValue) { [self] children in
        guard let change else { return assign(children) }
        change.finish { assign(children) }
      }
    }
    return EditedRelationship(children: children) { [self] children in
      assign(children)
      slot.keepSpare(children, of: attachment)
    }
  }

  /// Applies an edit to the related entities in the file, or in memory while the owner has no row.
  private static func edit(
    _ edit: RelationshipEdit<Source.Child>,
    owner: RelationshipOwner<Source.Child>,
    slot: RelationshipSlot<Source>
  ) {
    guard let attachment = owner.apply(edit) else { return }
    if slot.source.needsRows(for: edit), !UncommittedValues.areVisible {
      do {
        // After this read, commits keep the rows up to date in memory. Without it, each write would
        // have to read the rows again.
        _ = try withoutGraphTracking { try slot.rows(of: attachment).rows() }
      } catch {
        attachment.table.graph.report(error, while: "reading a relationship")
      }
    }
    write(attachment, owner: owner) {
      let graph = attachment.table.graph
      if case .remove(let child) = edit { try graph.requireOwn(child._$entity) }
      try graph.requireKeys(edit.added)
      try slot.source.apply(edit, to: attachment, in: slot)
    }
  }

  private static func write(
    _ attachment: EntityAttachment,
    owner: RelationshipOwner<Source.Child>,
    body: () throws -> Void
  ) {
    let graph = attachment.table.graph
    do {
      try graph.database().writeWithoutThrowing {
        if let state = owner.entity { try graph.requireKey(state) }
        try body()
      }
    } catch {
      graph.log(error, while: "writing a relationship of \(attachment.table.name)")
    }
  }
}

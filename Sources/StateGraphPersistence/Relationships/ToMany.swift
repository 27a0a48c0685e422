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

  init(_ source: Source, of attachment: EntityAttachment?, named name: SignalName) {
    let owner = RelationshipOwner<Source.Child>(attachment)
    self.owner = owner
    let slot = RelationshipSlot(source, named: name)
    self.slot = slot
    node = Computed(
      areEqual: { $0.hasSameObjects(as: $1) },
      name: "relationship",
      fileID: "",
      line: 0
    ) { _ in
      switch owner.current() {
      case .row(let attachment): slot.children(of: attachment)
      case .detached(let children): children
      }
    }
  }

  func attach(_ attachment: EntityAttachment, row: RowImage) throws {
    let assigned = owner.attach(attachment)
    if !assigned.isEmpty { try write(assigned, of: attachment) }
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
    let graph = attachment.table.graph
    do {
      try graph.database().writeWithoutThrowing {
        try write(children, of: attachment)
      }
    } catch {
      graph.report(error, while: "writing a relationship of \(attachment.table.name)")
    }
  }

  /// Writes the children to the file. Call inside a write.
  ///
  /// - Throws: `.misuse` if a child belongs to another database. Nothing is written then.
  private func write(_ children: [Source.Child], of attachment: EntityAttachment) throws {
    let graph = attachment.table.graph
    for child in children { try graph.requireOwn(child._$entity) }
    try slot.source.assign(children, to: attachment)
  }
}

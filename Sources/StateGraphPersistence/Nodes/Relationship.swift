import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// What an entity's state keeps for a relationship that has been read.
protocol Relationship: AnyObject {
  /// The entity has got a row, inside a write: what was assigned before goes into the file.
  func attach(_ attachment: EntityAttachment) throws

  /// That write was undone: what was assigned before is assigned again.
  func detach()

  /// That write is committed. Returns what was kept for the case of a rollback: its release may run
  /// user code.
  func settle() -> [AnyObject]
}

/// A to-many relationship of one entity: a computed node over rows that follow the commits.
///
/// They are registered with the router before the SELECT, so a commit in between marks the node
/// and the read is repeated; after it a commit marks the node only if a row came to or left this
/// parent, and no SQL runs.
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

  func attach(_ attachment: EntityAttachment) throws {
    let assigned = owner.attach(attachment)
    if !assigned.isEmpty { try slot.source.assign(assigned, to: attachment) }
  }

  func detach() {
    owner.detach()
    slot.touch()
  }

  func settle() -> [AnyObject] { owner.settle() }

  /// Makes `children` the related entities: in the file, or in memory while there is no row.
  func assign(_ children: [Source.Child]) {
    guard let attachment = owner.assign(children) else { return }
    let graph = attachment.table.graph
    do {
      try graph.database().writeWithoutThrowing {
        try slot.source.assign(children, to: attachment)
      }
    } catch {
      graph.report(error, while: "writing a relationship of \(attachment.table.name)")
    }
  }
}

/// Which rows belong to an owner, and how they come to: one-to-many or many-to-many.
protocol RelationshipSource<Child>: Sendable {
  associatedtype Child: Entity

  /// Where the router finds the rows of one owner. Throws where the file has no such table.
  func route(_ owner: SQLiteValue, in graph: DatabaseGraph) throws -> SlotRoute

  /// The rows of one owner, in their order.
  func rows(of owner: SQLiteValue, in graph: DatabaseGraph) throws -> any RowsSource

  /// The rows of many owners, as this thread sees them, by as few SELECTs as that takes. One that
  /// is missing has to be read by itself.
  func rows(of owners: [SQLiteValue], in graph: DatabaseGraph) throws
    -> [SQLiteValue: [LiveRow]]

  /// The related entities. Whatever of other tables they depend on is recorded as read.
  func children(of rows: SlotRows, in graph: DatabaseGraph) throws -> [Child]

  /// Makes `children` the owner's, inside a write.
  func assign(_ children: [Child], to owner: EntityAttachment) throws
}

/// Which row a relationship belongs to, once there is one, and what was assigned before.
final class RelationshipOwner<Child: Entity>: Sendable {
  enum Current {
    case row(EntityAttachment)
    case detached([Child])
  }

  private let state: Guarded<Current>
  /// What was assigned before there was a row, while the row's write is open.
  private let assigned = Guarded<[Child]>([])
  private let change = Signal()

  init(_ attachment: EntityAttachment?) {
    state = Guarded(attachment.map { .row($0) } ?? .detached([]))
  }

  /// Recorded as read while it can still change.
  func current() -> Current {
    let current = state.withLock { $0 }
    if case .detached = current { change.depend() }
    return current
  }

  /// Returns what was assigned before there was a row.
  func attach(_ attachment: EntityAttachment) -> [Child] {
    let before = state.withLock { current in
      defer { current = .row(attachment) }
      return current
    }
    change.publish()
    guard case .detached(let children) = before else { return [] }
    if !children.isEmpty { assigned.withLock { $0 = children } }
    return children
  }

  /// The row never came to be.
  func detach() {
    let children = settle()
    state.withLock { $0 = .detached(children) }
    change.publish()
  }

  /// Returns what was kept in case of that.
  func settle() -> [Child] {
    assigned.withLock { assigned in
      defer { assigned = [] }
      return assigned
    }
  }

  /// Returns the row, whose file must be written instead; nil where there is none yet.
  func assign(_ children: [Child]) -> EntityAttachment? {
    let before = state.withLock { current in
      defer { if case .detached = current { current = .detached(children) } }
      return current
    }
    if case .row(let attachment) = before { return attachment }
    change.publish()
    return nil
  }
}

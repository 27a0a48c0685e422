import StateGraphCore
import StateGraphThreads

/// The owner of a to-many relationship: its row, or, before it has one, the children that were
/// assigned to it.
final class RelationshipOwner<Child: Entity>: Sendable {
  enum Current {
    case row(EntityAttachment)
    case detached([Child])
  }

  private let state: Guarded<Current>
  /// The children that were assigned before the open write inserted the owner's row. Restored if
  /// the write is rolled back.
  private let assigned = Guarded<[Child]>([])
  private let change = Signal()

  init(_ attachment: EntityAttachment?) {
    state = Guarded(attachment.map { .row($0) } ?? .detached([]))
  }

  /// The current evaluation depends on the result while the owner has no row; afterwards the result
  /// does not change.
  func current() -> Current {
    let current = state.withLock { $0 }
    if case .detached = current { change.depend() }
    return current
  }

  /// The open write has inserted the owner's row. Returns the children that were assigned before.
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

  /// The insertion of the owner's row was rolled back.
  func detach() {
    let children = takeAssigned()
    state.withLock { $0 = .detached(children) }
    change.publish()
  }

  /// Removes and returns the children that were kept for a rollback.
  func takeAssigned() -> [Child] {
    assigned.withLock { assigned in
      defer { assigned = [] }
      return assigned
    }
  }

  /// Returns the owner's row, whose file the caller must write; nil if there is none, and the
  /// children are kept in memory.
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

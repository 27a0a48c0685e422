import StateGraphCore
import StateGraphThreads

/// The owner of a to-many relationship.
///
/// Until the owner has a row, this object keeps the children that were assigned to the owner.
final class RelationshipOwner<Child: Entity>: Sendable {
  enum Current {
    case row(EntityAttachment)
    case detached([Child])
  }

  private let state: Guarded<Current>
  /// The children that the program assigned before the open write inserted the owner's row.
  ///
  /// If the write is rolled back, these children are assigned again in memory.
  private let assigned = Guarded<[Child]>([])
  private let change = Signal()
  /// The state of the owner, or nil after the state was released. The state retains this object.
  weak let entity: EntityState?

  init(_ entity: EntityState) {
    self.entity = entity
    state = Guarded(entity.attachment.map { .row($0) } ?? .detached([]))
  }

  /// Whether the owner's row was deleted, so that another row may have its key. False inside a
  /// snapshot, which may still contain the row.
  var isDeleted: Bool {
    guard let entity, entity.isDeleted else { return false }
    return (try? entity.table?.graph.database().snapshot) == nil
  }

  /// Returns the owner's row, or the assigned children if the owner has no row yet.
  ///
  /// While the owner has no row, the graph node that is being evaluated depends on the result.
  func current() -> Current {
    let current = state.withLock { $0 }
    if case .detached = current { change.depend() }
    return current
  }

  /// Records that the open write has inserted the owner's row.
  ///
  /// - Returns: The children that were assigned before the insertion. The caller must write them to
  ///   the file.
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

  /// Restores the assigned children after the insertion of the owner's row was rolled back.
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

  /// Keeps the children in memory if the owner has no row yet, and returns `nil`.
  ///
  /// Otherwise, returns the owner's row. The caller must then write the children to the file.
  func assign(_ children: [Child]) -> EntityAttachment? {
    let before = state.withLock { current in
      defer { if case .detached = current { current = .detached(children) } }
      return current
    }
    if case .row(let attachment) = before { return attachment }
    change.publish()
    return nil
  }

  /// Applies an edit in memory if the owner has no row yet, and returns `nil`.
  ///
  /// Otherwise, returns the owner's row. The caller must then write the edit to the file.
  func apply(_ edit: RelationshipEdit<Child>) -> EntityAttachment? {
    let attachment: EntityAttachment? = state.withLock { current in
      guard case .detached(var children) = current else {
        if case .row(let attachment) = current { return attachment }
        return nil
      }
      guard case .append = edit else { return nil }
      // The array is moved out of `current` and back, so that it is not copied. An append releases
      // no object, so no user code runs under the lock.
      current = .detached([])
      edit.apply(to: &children)
      current = .detached(children)
      return nil
    }
    if attachment != nil { return attachment }
    if case .append = edit {
      change.publish()
      return nil
    }
    guard case .detached(var children) = state.withLock({ $0 }) else { return apply(edit) }
    edit.apply(to: &children)
    return assign(children)
  }
}

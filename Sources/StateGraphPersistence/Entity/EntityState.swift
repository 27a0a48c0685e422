import CStateGraphThreads
import StateGraphCore
import StateGraphSQLite
import Synchronization

/// What an entity is behind its properties: its column values, which row it is, and who depends on
/// them.
///
/// The entity is a face over it. The state outlives the face where something still depends on a
/// column, so that `user.$name` stays live after the last reference to `user` is gone; a face that
/// is made for the row later is over the same state.
///
/// A state is *detached* until its entity is added to a store: then it is plain memory. Attached,
/// its values are what the last commit left in the file: a set runs an UPDATE, and the value
/// changes here when the commit comes back. So there is nothing to undo after a rollback.
///
/// There may be a million of these: what few of them need is in `StateExtras`.
public final class EntityState: @unchecked Sendable {
  // SAFETY: every mutable field is guarded by `lock`, or by the turn where it says so.

  enum Phase: UInt8 {
    case detached
    /// Added in an open write.
    case pending
    /// Loaded from a row that SQL has inserted in an open write.
    case pendingRow
    case attached
    /// Its row is gone.
    case deleted
  }

  let lock = ValueLock()
  /// Guarded by lock.
  @exclusivity(unchecked) var phase: Phase
  /// Where it is among the updates that the open write has put off, counted from 1; 0 where it is
  /// not. For the holder of the turn. Lies where the fields around it leave a gap.
  @exclusivity(unchecked) var pendingPlace: UInt16 = 0
  /// The ``EntityDefinition`` while detached, later the table's ``EntityHome``. Guarded by lock.
  @exclusivity(unchecked) private var home: AnyObject
  /// The entity, held by its unowned count. Guarded by lock.
  @exclusivity(unchecked) private var face: UnsafeMutableRawPointer?
  /// Guarded by lock.
  @exclusivity(unchecked) var extras: StateExtras?
  /// The key's columns, then one for each column of the definition. Guarded by lock.
  @exclusivity(unchecked) var image: RowImage

  /// Of an entity that has no row yet.
  init(detached definition: EntityDefinition, image: RowImage) {
    phase = .detached
    home = definition
    self.image = image
  }

  /// Of a row.
  init(_ home: EntityHome, _ phase: Phase, image: RowImage) {
    self.phase = phase
    self.home = home
    self.image = image
  }

  deinit {
    // Nobody else has this state any more; the lock is not needed.
    if let face { stategraph_unowned_release(face) }
    switch phase {
    case .pending, .pendingRow, .attached:
      unsafeDowncast(home, to: EntityHome.self).table.stateWillDie(self)
    case .detached, .deleted: break
    }
  }

  /// Immutable, like the definition of every state of a type.
  package var definition: EntityDefinition { lock.withLock { definitionWithoutLock } }

  /// Call with the lock held.
  var definitionWithoutLock: EntityDefinition {
    phase == .detached
      ? unsafeDowncast(home, to: EntityDefinition.self)
      : unsafeDowncast(home, to: EntityHome.self).definition
  }

  /// Nil while detached. Also for a deleted entity, which still knows which row it was.
  package var table: (any AnyEntityTable)? {
    lock.withLock {
      phase == .detached ? nil : unsafeDowncast(home, to: EntityHome.self).table
    }
  }

  /// Which row it is; nil while detached.
  package var attachment: EntityAttachment? {
    lock.withLock {
      guard phase != .detached else { return nil }
      let home = unsafeDowncast(home, to: EntityHome.self)
      return EntityAttachment(table: home.table, key: image.key(home.definition.keyColumns.count))
    }
  }

  /// Whether it is there for the sake of a row that an open write's SQL has inserted.
  var isLoadedInWrite: Bool { lock.withLock { phase == .pendingRow } }

  package var isDeleted: Bool { lock.withLock { phase == .deleted } }

  /// What it holds now.
  var currentImage: RowImage { lock.withLock { image } }

  /// Call with the lock held.
  func setHome(_ home: EntityHome) { self.home = home }

  /// Call with the lock held, for a state that is detached from now on.
  func setHome(_ home: EntityDefinition) { self.home = home }
}

/// Which row an entity is.
package struct EntityAttachment: Sendable {
  let table: any AnyEntityTable
  let key: RowKey
}

/// A table, as the states of its rows refer to it.
final class EntityHome: Sendable {
  let definition: EntityDefinition
  let table: any AnyEntityTable

  init(_ definition: EntityDefinition, _ table: any AnyEntityTable) {
    self.definition = definition
    self.table = table
  }
}

// MARK: - The face

extension EntityState {
  /// Gives a new state its face: the entity that the user made.
  func adopt(_ entity: AnyObject) {
    lock.withLock { setFace(entity) }
  }

  /// The entity, made unless there is one or another thread is faster.
  func entity<Element: Entity>(as type: Element.Type) -> Element? {
    face(as: type).map { unsafeDowncast($0, to: Element.self) }
  }

  /// The same without its type: asking the runtime for `Element?` costs as much as the rest.
  func face<Element: Entity>(as type: Element.Type) -> AnyObject? {
    let (living, image) = lock.withLock { (faceWithoutLock, self.image) }
    return living ?? Element._$face(of: self, image.key(Element._$definition.keyColumns.count))
  }

  /// Takes the entity that `make` makes over this state, or the one of a thread that was faster.
  @usableFromInline
  func takeFace(_ make: () -> AnyObject) -> AnyObject {
    let thread = stategraph_thread_current()
    let outer = thread.pointee.loading
    thread.pointee.loading = Unmanaged.passUnretained(self).toOpaque()
    let made = make()
    thread.pointee.loading = outer
    // Whoever loses the race has its entity released after the lock.
    return lock.withLock { () -> AnyObject in
      if let other = faceWithoutLock { return other }
      setFace(made)
      return made
    }
  }

  /// Call with the lock held.
  private var faceWithoutLock: AnyObject? {
    guard let face, let retained = stategraph_try_retain(face) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(retained).takeRetainedValue()
  }

  private func setFace(_ entity: AnyObject) {
    let new = Unmanaged.passUnretained(entity).toOpaque()
    stategraph_unowned_retain(new)
    if let face { stategraph_unowned_release(face) }
    face = new
  }
}

import CStateGraphThreads
import StateGraphCore
import StateGraphSQLite
import Synchronization

/// The part of an entity behind its properties: the column values, the row that they belong to, and
/// the signals of the nodes that depend on them.
///
/// The user's object, the *instance*, only refers to its state. The state outlives the instance
/// while a node still depends on a column: `user.$name` stays live after the last reference to
/// `user`. An instance that is created later for the same row refers to the same state.
///
/// A state is *detached* until its entity is added to a store: its values are in memory only. An
/// *attached* state holds the values that the last commit left in the file. Setting a property runs
/// an UPDATE, and the value here changes when the commit is published, so that a rollback has
/// nothing to undo here.
///
/// A program may hold a million states. Fields that few states need are in ``StateExtras``.
@_documentation(visibility: internal)
public final class EntityState: @unchecked Sendable {
  // SAFETY: `lock` guards every mutable field except `pendingPlace`, which belongs to the thread
  // that holds the write lock.

  enum Phase: UInt8 {
    /// The entity has no row.
    case detached
    /// The open write has added the entity.
    case pending
    /// The open write has loaded the entity from a row that its SQL has inserted.
    case pendingRow
    case attached
    /// The row has been deleted.
    case deleted
  }

  let lock = ValueLock()
  /// Guarded by `lock`.
  @exclusivity(unchecked) var phase: Phase
  /// The position of this state's row in ``PendingUpdates``, counted from 1; 0 if it has none.
  /// Owned by the thread that holds the write lock. Declared here to fill a gap between fields.
  @exclusivity(unchecked) var pendingPlace: UInt16 = 0
  /// The ``EntityDefinition`` while the state is detached, afterwards the ``AttachedTable``.
  /// Guarded by `lock`.
  @exclusivity(unchecked) private var owner: AnyObject
  /// The user's object, of which this state holds an unowned count. Guarded by `lock`.
  @exclusivity(unchecked) private var instance: UnsafeMutableRawPointer?
  /// Guarded by `lock`.
  @exclusivity(unchecked) var extras: StateExtras?
  /// The key's columns, then one value for each column of the definition. Guarded by `lock`.
  @exclusivity(unchecked) var image: RowImage

  /// Creates the state of an entity that has no row yet.
  init(detached definition: EntityDefinition, image: RowImage) {
    phase = .detached
    owner = definition
    self.image = image
  }

  /// Creates the state of a row.
  init(_ table: AttachedTable, _ phase: Phase, image: RowImage) {
    self.phase = phase
    owner = table
    self.image = image
  }

  deinit {
    // No other reference to this state is left, so the fields are read without the lock.
    if let instance { stategraph_unowned_release(instance) }
    switch phase {
    case .pending, .pendingRow, .attached:
      unsafeDowncast(owner, to: AttachedTable.self).stateWillDie(self)
    case .detached, .deleted: break
    }
  }

  /// Never changes. All states of one entity type have the same definition.
  package var definition: EntityDefinition { lock.withLock { definitionWithoutLock } }

  /// Call with `lock` held.
  var definitionWithoutLock: EntityDefinition {
    phase == .detached
      ? unsafeDowncast(owner, to: EntityDefinition.self)
      : unsafeDowncast(owner, to: AttachedTable.self).definition
  }

  /// The table of the row; nil while detached. A deleted entity keeps its table.
  var attachedTable: AttachedTable? {
    lock.withLock {
      phase == .detached ? nil : unsafeDowncast(owner, to: AttachedTable.self)
    }
  }

  /// The table and the key of the row; nil while detached.
  var attachment: EntityAttachment? {
    lock.withLock {
      guard phase != .detached else { return nil }
      let table = unsafeDowncast(owner, to: AttachedTable.self)
      return EntityAttachment(owner: table, key: image.key(table.definition.keyColumns.count))
    }
  }

  /// Whether the open write has loaded this state from a row that its SQL has inserted.
  var isLoadedInWrite: Bool { lock.withLock { phase == .pendingRow } }

  package var isDeleted: Bool { lock.withLock { phase == .deleted } }

  var currentImage: RowImage { lock.withLock { image } }

  /// Call with `lock` held, together with a change of `phase` to an attached one.
  func setOwner(_ table: AttachedTable) { owner = table }

  /// Call with `lock` held, together with the change of `phase` to `.detached`.
  func setOwner(_ definition: EntityDefinition) { owner = definition }
}

// MARK: - The instance

extension EntityState {
  /// Makes the object that the user has created the instance of this new state.
  func adopt(_ entity: AnyObject) {
    lock.withLock { setInstance(entity) }
  }

  /// Returns the user's object for this state. Creates it if there is none.
  func entity<Element: Entity>(as type: Element.Type) -> Element? {
    instance(as: type).map { unsafeDowncast($0, to: Element.self) }
  }

  /// Returns the same object as `entity(as:)`, but as `AnyObject`: a request for the metadata of
  /// `Element?` would double the cost.
  func instance<Element: Entity>(as type: Element.Type) -> AnyObject? {
    let (living, image) = lock.withLock { (instanceWithoutLock, self.image) }
    return living ?? Element._$instance(of: self, image.key(Element._$definition.keyColumns.count))
  }

  /// Creates an instance by `make`, whose `init(_ row:)` picks up this state; see
  /// ``EntityConstruction``. If another thread has created one in the meantime, that one is
  /// returned.
  @usableFromInline
  func takeInstance(_ make: () -> AnyObject) -> AnyObject {
    let made = EntityConstruction.construct(over: self, make)
    // An instance that lost the race is released after the lock: its `deinit` is user code.
    return lock.withLock { () -> AnyObject in
      if let other = instanceWithoutLock { return other }
      setInstance(made)
      return made
    }
  }

  /// Nil if there is no instance, or if its deinitialisation has begun. Call with `lock` held.
  private var instanceWithoutLock: AnyObject? {
    guard let instance, let retained = stategraph_try_retain(instance) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(retained).takeRetainedValue()
  }

  private func setInstance(_ entity: AnyObject) {
    let new = Unmanaged.passUnretained(entity).toOpaque()
    stategraph_unowned_retain(new)
    if let instance { stategraph_unowned_release(instance) }
    instance = new
  }
}

import CStateGraphThreads
import StateGraphCore
import StateGraphSQLite
import Synchronization

/// The data of an entity: the column values, its row, and the signals of the nodes that depend on
/// it.
///
/// The user's object, called the *instance*, only refers to its state. The state outlives the
/// instance while a graph node depends on a column. For example, `user.$name` stays live after the
/// last reference to `user` is released. An instance that is created later for the same row uses
/// the same state.
///
/// A state is *detached* until its entity is added to a store. Until then, its values are only in
/// memory. An *attached* state contains the values of the last commit. Setting a property runs an
/// UPDATE, and the value in the state changes when the commit is published. A rollback therefore
/// need not restore any value here.
///
/// A program may have a million states. Fields that few states need are in ``StateExtras``.
@_documentation(visibility: internal)
public final class EntityState: @unchecked Sendable {
  // SAFETY: `lock` guards every mutable field except `pendingPlace`. Only the thread that holds the
  // write lock uses `pendingPlace`.

  enum Phase: UInt8 {
    /// The entity has no row in a database.
    case detached
    /// The open write has inserted the entity's row, and the write has not been committed yet.
    case pending
    /// The open write has inserted the row by SQL, and this entity was then loaded from the row.
    /// The write has not been committed yet.
    case pendingRow
    case attached
    /// The row contains a value that a property cannot hold. The properties keep their last values.
    case unreadable
    /// The row has been deleted. The properties keep their last values.
    case deleted
  }

  let lock = ValueLock()
  /// Whether the entity has a row, and whether the row is deleted or unreadable. Guarded by `lock`.
  @exclusivity(unchecked) var phase: Phase
  /// Whether SQLite has made the key in `image` during the open write. If so, the entity loses the
  /// key if the write is rolled back. Guarded by `lock`.
  @exclusivity(unchecked) var hasUncommittedKey = false
  /// One more than the index of this entity's deferred changes in ``PendingUpdates``, or 0 if there
  /// are none. Only the thread that holds the write lock uses it.
  @exclusivity(unchecked) var pendingPlace: UInt16 = 0
  /// The ``EntityDefinition`` while the entity has no row, and the ``AttachedTable`` afterwards.
  /// Guarded by `lock`.
  @exclusivity(unchecked) private var owner: AnyObject
  /// The user's object, held by an unowned reference, or nil if none was created. Guarded by
  /// `lock`.
  @exclusivity(unchecked) private var instance: UnsafeMutableRawPointer?
  /// The fields that few entities need, or nil if none was needed yet. Guarded by `lock`.
  @exclusivity(unchecked) var extras: StateExtras?
  /// The row's values: the key, then each column of the definition. Guarded by `lock`.
  @exclusivity(unchecked) var image: RowImage

  /// Creates the state of an entity that has no row yet.
  init(detached definition: EntityDefinition, image: RowImage) {
    phase = .detached
    owner = definition
    self.image = image
  }

  /// Creates the state of an existing row from the row's values.
  init(_ table: AttachedTable, phase: Phase, image: RowImage) {
    self.phase = phase
    owner = table
    self.image = image
  }

  deinit {
    // No other reference to this state is left, so `deinit` reads the fields without the lock.
    if let instance { stategraph_unowned_release(instance) }
    switch phase {
    case .pending, .pendingRow, .attached, .unreadable:
      unsafeDowncast(owner, to: AttachedTable.self).stateWillDie(self)
    case .detached, .deleted: break
    }
  }

  /// The declaration of the entity type, which all states of the type share. It never changes.
  package var definition: EntityDefinition { lock.withLock { definitionWithoutLock } }

  /// The same as `definition`, for callers that hold `lock`.
  var definitionWithoutLock: EntityDefinition {
    phase == .detached
      ? unsafeDowncast(owner, to: EntityDefinition.self)
      : unsafeDowncast(owner, to: AttachedTable.self).definition
  }

  /// The table that contains the row. `nil` if the entity has no row yet. A deleted entity keeps
  /// its table.
  var attachedTable: AttachedTable? {
    lock.withLock {
      phase == .detached ? nil : unsafeDowncast(owner, to: AttachedTable.self)
    }
  }

  /// The table and the primary key of the row. `nil` if the entity has no row yet.
  var attachment: EntityAttachment? {
    lock.withLock {
      guard phase != .detached else { return nil }
      let table = unsafeDowncast(owner, to: AttachedTable.self)
      return EntityAttachment(owner: table, key: image.key(table.definition.keyColumns.count))
    }
  }

  /// Whether the open write has loaded this state from a row that its own SQL has inserted.
  var isLoadedInWrite: Bool { lock.withLock { phase == .pendingRow } }

  package var isDeleted: Bool { lock.withLock { phase == .deleted } }

  /// Whether the row contains a value that a property cannot hold, as of the last commit.
  package var isUnreadable: Bool { lock.withLock { phase == .unreadable } }

  var currentImage: RowImage { lock.withLock { image } }

  /// Sets the table of the row. Call with `lock` held, together with the change of `phase`.
  func setOwner(_ table: AttachedTable) { owner = table }
  /// Removes the table of the row. Call with `lock` held, while `phase` becomes `.detached`.
  func setOwner(_ definition: EntityDefinition) { owner = definition }
}

// MARK: - The instance

extension EntityState {
  /// Makes `entity`, an object that the user has created, the instance of this new state.
  func adopt(_ entity: AnyObject) {
    lock.withLock { setInstance(entity) }
  }

  /// Returns the user's object for this state, and creates the object if there is none.
  func entity<Element: Entity>(as type: Element.Type) -> Element? {
    instance(as: type).map { unsafeDowncast($0, to: Element.self) }
  }

  /// Returns the user's object as `AnyObject`, and creates the object if there is none. With the
  /// result type `Element?`, a lookup of that type's metadata would double the cost of the call.
  func instance<Element: Entity>(as type: Element.Type) -> AnyObject? {
    let (living, image) = lock.withLock { (instanceWithoutLock, self.image) }
    return living ?? Element._$instance(of: self, image.key(Element._$definition.keyColumns.count))
  }

  /// Creates the user's object by calling `make`; see ``EntityConstruction``. Returns the object of
  /// another thread instead, if that thread has created one in the meantime.
  @usableFromInline
  func takeInstance(_ make: () -> AnyObject) -> AnyObject {
    let made = EntityConstruction.construct(over: self, make)
    // If another thread was faster, `made` is released after the lock. Its `deinit` is user code.
    return lock.withLock { () -> AnyObject in
      if let other = instanceWithoutLock { return other }
      setInstance(made)
      return made
    }
  }

  /// The user's object. `nil` if there is none, or if its `deinit` has begun. Call with `lock`
  /// held.
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

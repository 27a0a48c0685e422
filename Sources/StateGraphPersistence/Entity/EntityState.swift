import CStateGraphThreads
import StateGraph
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
public final class EntityState: @unchecked Sendable {
  // SAFETY: every mutable field is guarded by `lock`; the rest is immutable.

  enum Phase {
    case detached
    case attached(EntityAttachment)
    case deleted(EntityAttachment)
  }

  package let definition: EntityDefinition
  private let type: ObjectIdentifier
  private let lock = ValueLock()
  /// One for each column of the definition. Guarded by lock.
  private var values: [SQLiteValue]
  /// Entities that columns refer to, by column, while this one is detached. Guarded by lock.
  private var references: [Int: any Entity] = [:]
  /// Guarded by lock.
  private var phase = Phase.detached
  /// Guarded by lock.
  private weak var face: AnyObject?
  /// For each column the signal that its dependents attach to, made when there is one. The signal
  /// keeps the state alive, not the other way round. Guarded by lock.
  private var signals: [WeakSignal] = []
  /// The nodes of the relationships that have been read, by property. Guarded by lock.
  private var relationships: [String: AnyObject] = [:]

  private struct WeakSignal {
    weak var signal: Signal?
  }

  init(
    _ definition: EntityDefinition,
    type: ObjectIdentifier,
    values: [SQLiteValue],
    attachment: EntityAttachment? = nil
  ) {
    self.definition = definition
    self.type = type
    self.values = values
    if let attachment { phase = .attached(attachment) }
  }

  deinit {
    // Nobody else has this state any more; the lock is not needed.
    if case .attached(let attachment) = phase { attachment.table.stateWillDie(attachment.key) }
  }

  /// The state for an entity that is being made: the one it is loaded over, or a new, detached one.
  public static func make<Element: Entity>(
    for type: Element.Type,
    initialValues: [Int: InitialValue]
  ) -> EntityState {
    let thread = stategraph_thread_current()
    if let loading = thread.pointee.loading {
      let state = Unmanaged<EntityState>.fromOpaque(loading).takeUnretainedValue()
      // A property's initial value may make entities of its own, of other types.
      if state.type == ObjectIdentifier(type) {
        thread.pointee.loading = nil
        return state
      }
    }
    let definition = Element._$definition
    let state = EntityState(
      definition,
      type: ObjectIdentifier(type),
      values: definition.columns.map(\.placeholder)
    )
    for (index, initial) in initialValues {
      switch initial.content {
      case .value(let value): state.values[index] = value
      case .reference(let entity): state.references[index] = entity
      }
    }
    return state
  }

  /// Makes the face of this state, unless there is one or another thread is faster.
  func entity<Element: Entity>(_ key: SQLiteValue, as type: Element.Type) -> Element? {
    if let face = lock.withLock({ self.face }) as? Element { return face }
    guard let raw = Element.TypedIdentifierRawValue(value: key) else { return nil }
    let thread = stategraph_thread_current()
    let outer = thread.pointee.loading
    thread.pointee.loading = Unmanaged.passUnretained(self).toOpaque()
    let made = Element(EntityRow(typedID: Element.TypedID(raw)))
    thread.pointee.loading = outer
    return lock.withLock {
      if let face = self.face as? Element { return face }
      self.face = made
      return made
    }
  }

  package var isDeleted: Bool {
    lock.withLock { if case .deleted = phase { true } else { false } }
  }

  /// Nil while detached. Also for a deleted entity, which still knows which row it was.
  package var attachment: EntityAttachment? {
    lock.withLock {
      switch phase {
      case .detached: nil
      case .attached(let attachment), .deleted(let attachment): attachment
      }
    }
  }
}

/// Which row an entity is.
package struct EntityAttachment: Sendable {
  let table: any AnyEntityTable
  let key: SQLiteValue
}

// MARK: - Columns

extension EntityState {
  /// The column's value as this thread sees it, recorded as read.
  func value(_ index: Int) -> SQLiteValue {
    if UncommittedValues.areVisible, let attachment,
      let value = attachment.table.uncommittedValue(ofColumn: index, key: attachment.key)
    {
      return value
    }
    if Signal.isTracking { signal(index).depend() }
    return lock.withLock { values[index] }
  }

  /// The entity that a detached state's column refers to.
  func detachedReference(_ index: Int) -> (any Entity)? {
    lock.withLock { references[index] }
  }

  func signal(_ index: Int) -> Signal {
    lock.withLock {
      if signals.isEmpty {
        signals = Array(repeating: WeakSignal(), count: values.count)
      }
      if let signal = signals[index].signal { return signal }
      let signal = Signal(keeping: self)
      signals[index] = WeakSignal(signal: signal)
      return signal
    }
  }

  /// Sets a column of a detached entity. Returns false where it is attached and the file must be
  /// written instead.
  func setDetached(_ index: Int, _ initial: InitialValue) -> Bool {
    // What is replaced dies after unlocking: its `deinit` is user code.
    var replaced: (any Entity)?
    let changed: Bool? = lock.withLock {
      guard case .detached = phase else { return nil }
      replaced = references[index]
      switch initial.content {
      case .value(let value):
        let same = values[index].isIdentical(to: value) && references[index] == nil
        values[index] = value
        references[index] = nil
        return !same
      case .reference(let entity):
        references[index] = entity
        return true
      }
    }
    _ = replaced
    guard let changed else { return false }
    if changed {
      var epoch = GraphEpoch()
      touch([index], in: &epoch)
      epoch.publish()
    }
    return true
  }

  private func touch(_ indexes: [Int], in epoch: inout GraphEpoch) {
    let touched = lock.withLock {
      signals.isEmpty ? [] : indexes.compactMap { signals[$0].signal }
    }
    for signal in touched { epoch.touch(signal) }
  }
}

// MARK: - Life

extension EntityState {
  /// Gives a new state its face: the entity that the user made.
  func adopt(_ entity: AnyObject) {
    lock.withLock { face = entity }
  }

  /// The values to insert, with detached references resolved to their keys.
  func valuesToInsert() -> [SQLiteValue] {
    let (values, references) = lock.withLock { (self.values, self.references) }
    var resolved = values
    for (index, entity) in references { resolved[index] = entity._$key }
    return resolved
  }

  /// The row was written: from now on the file is the truth, and references are found by key.
  func attach(_ attachment: EntityAttachment, values new: [SQLiteValue], in epoch: inout GraphEpoch)
  {
    let relationships = lock.withLock {
      phase = .attached(attachment)
      values = new
      return Array(self.relationships.values)
    }
    for case let relationship as any Relationship in relationships {
      relationship.attach(attachment, in: &epoch)
    }
  }

  /// The row is committed: what was kept for the case of a rollback can go.
  func settle() {
    let released = lock.withLock {
      defer { references = [:] }
      return references
    }
    _ = released
  }

  /// The row never came to be: memory again, as before it was added.
  func detach() {
    lock.withLock { phase = .detached }
  }

  /// Brings the values to what a commit left, in definition order.
  func apply(_ new: [SQLiteValue], in epoch: inout GraphEpoch) {
    let changed = lock.withLock {
      let changed = new.indices.filter { !values[$0].isIdentical(to: new[$0]) }
      if !changed.isEmpty { values = new }
      return changed
    }
    if !changed.isEmpty { touch(changed, in: &epoch) }
  }

  /// The row is gone, or another object is its entity now.
  func markDeleted(in epoch: inout GraphEpoch) {
    lock.withLock {
      if case .attached(let attachment) = phase { phase = .deleted(attachment) }
    }
    touch(Array(definition.columns.indices), in: &epoch)
  }

  /// This entity stands for a row that is not there.
  func markMissing(_ neighbour: EntityAttachment, key: SQLiteValue) {
    lock.withLock { phase = .deleted(EntityAttachment(table: neighbour.table, key: key)) }
  }

  /// The relationship's node for a property, made at most once.
  func relationship<Kind: Relationship>(_ property: String, make: () -> Kind) -> Kind {
    if let known = lock.withLock({ relationships[property] }) as? Kind { return known }
    let made = make()
    return lock.withLock {
      if let known = relationships[property] as? Kind { return known }
      relationships[property] = made
      return made
    }
  }
}

extension Entity {
  var _$key: SQLiteValue { typedID.raw.value }
}

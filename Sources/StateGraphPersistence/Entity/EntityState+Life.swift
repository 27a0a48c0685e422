import StateGraphCore
import StateGraphSQLite

extension EntityState {
  /// Throws why a column cannot have what it was set to before there was a row.
  func checkRefusals() throws(DatabaseError) {
    if let refusal = lock.withLock({ extras?.refusals.values.first }) { throw refusal }
  }

  /// The image to insert, with the key, and with detached references resolved to their keys.
  func imageToInsert(_ keyCount: Int, _ key: () -> RowKey) -> RowImage {
    let (image, references) = lock.withLock { (self.image, extras?.references ?? [:]) }
    // The memberwise initialiser has put the key in; otherwise there is NULL.
    let hasKey = (0..<keyCount).allSatisfy { image.storageClass(at: $0) != .null }
    if references.isEmpty, hasKey { return image }
    let key = key()
    var changes = key.values.enumerated().map { (index: $0.offset, value: $0.element) }
    for (index, entity) in references {
      changes.append((key.values.count + index, entity._$key.first))
    }
    return image.replacing(changes)
  }

  /// The row was written: from now on the file is the truth, and references are found by key.
  /// Returns its relationships, which do not know yet.
  func attach(_ home: EntityHome, image new: RowImage) -> [any Relationship] {
    lock.withLock {
      phase = .pending
      setHome(home)
      image = new
      return madeRelationships
    }
  }

  /// The row is committed. Returns what was kept for the case of a rollback: its release may run
  /// user code.
  func settle() -> [AnyObject] {
    let (references, relationships) = lock.withLock {
      if phase == .pending || phase == .pendingRow { phase = .attached }
      guard let extras else { return ([AnyObject](), [any Relationship]()) }
      defer { extras.references = [:] }
      return (Array(extras.references.values), madeRelationships)
    }
    return references + relationships.flatMap { $0.settle() }
  }

  /// The row never came to be: memory again, as before it was added.
  func detach() {
    let definition = definition
    let relationships = lock.withLock {
      phase = .detached
      setHome(definition)
      return madeRelationships
    }
    for relationship in relationships { relationship.detach() }
  }

  /// Call with the lock held.
  private var madeRelationships: [any Relationship] {
    extras?.relationships.values.compactMap { $0 as? any Relationship } ?? []
  }

  /// Brings the values to what a commit left.
  func apply(_ new: RowImage, in epoch: inout GraphEpoch) {
    let touched: [Signal] = lock.withLock {
      let old = image
      image = new
      guard let extras, !extras.signals.isEmpty else { return [] }
      let first = new.count - extras.signals.count
      return extras.signals.indices.compactMap { index in
        old.isIdentical(at: first + index, to: new) ? nil : extras.signals[index].signal
      }
    }
    for signal in touched { epoch.touch(signal) }
  }

  /// The row is gone, or another object is its entity now.
  func markDeleted(in epoch: inout GraphEpoch) {
    let signals: [Signal] = lock.withLock {
      if phase != .detached { phase = .deleted }
      return extras?.signals.compactMap(\.signal) ?? []
    }
    for signal in signals { epoch.touch(signal) }
  }

  /// This new entity stands for a row that is not there.
  func markMissing(in neighbour: any AnyEntityTable, _ key: RowKey) {
    let home = EntityHome(definition, neighbour)
    let image = imageToInsert(definition.keyColumns.count) { key }
    lock.withLock {
      self.image = image
      setHome(home)
      phase = .deleted
    }
  }

  /// The relationship's node for a property, made at most once.
  func relationship<Kind: Relationship>(_ property: String, make: () -> Kind) -> Kind {
    if let known = lock.withLock({ extras?.relationships[property] }) as? Kind { return known }
    let made = make()
    return lock.withLock {
      let extras = makeExtras()
      if let known = extras.relationships[property] as? Kind { return known }
      extras.relationships[property] = made
      return made
    }
  }
}

extension Entity {
  var _$key: RowKey { typedID.raw.rowKey }
}

import StateGraphCore
import StateGraphSQLite

extension EntityState {
  /// Throws the error of a property that was set, while detached, to a value that its column cannot
  /// hold.
  func checkRefusals() throws(DatabaseError) {
    if let refusal = lock.withLock({ extras?.refusals.values.first }) { throw refusal }
  }

  /// Returns the row image to insert: with the key, and with the keys of the entities that the
  /// detached state refers to.
  func imageToInsert(_ keyCount: Int, _ key: () -> RowKey) -> RowImage {
    let (image, references) = lock.withLock { (self.image, extras?.references ?? [:]) }
    // The memberwise initialiser stores the key in the image; another initialiser leaves NULL.
    let hasKey = (0..<keyCount).allSatisfy { image.storageClass(at: $0) != .null }
    if references.isEmpty, hasKey { return image }
    let key = key()
    var changes = key.values.enumerated().map { (index: $0.offset, value: $0.element) }
    for (index, entity) in references {
      changes.append((key.values.count + index, entity._$key.first))
    }
    return image.replacing(changes)
  }

  /// Makes the state attached after the open write has inserted its row: values then come from the
  /// file, and references are found by key. Returns the relationships, which the caller has to
  /// attach.
  func attach(_ table: AttachedTable, image new: RowImage) -> [any Relationship] {
    lock.withLock {
      phase = .pending
      setOwner(table)
      image = new
      return madeRelationships
    }
  }

  /// Records that the insertion of the row was committed. Returns the objects that were kept for a
  /// rollback; the caller releases them where user code may run.
  func didCommitInsertion() -> [AnyObject] {
    let (references, relationships) = lock.withLock {
      if phase == .pending || phase == .pendingRow { phase = .attached }
      guard let extras else { return ([AnyObject](), [any Relationship]()) }
      defer { extras.references = [:] }
      return (Array(extras.references.values), madeRelationships)
    }
    return references + relationships.flatMap { $0.didCommitInsertion() }
  }

  /// Makes the state detached again after the insertion of its row was rolled back.
  func detach() {
    let definition = definition
    let relationships = lock.withLock {
      phase = .detached
      setOwner(definition)
      return madeRelationships
    }
    for relationship in relationships { relationship.detach() }
  }

  /// Call with `lock` held.
  private var madeRelationships: [any Relationship] {
    extras?.relationships.values.compactMap { $0 as? any Relationship } ?? []
  }

  /// Replaces the state's values by those that a commit has left in the row.
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

  /// Marks the state as deleted, because its row was deleted or now belongs to another state.
  func markDeleted(in epoch: inout GraphEpoch) {
    let signals: [Signal] = lock.withLock {
      if phase != .detached { phase = .deleted }
      return extras?.signals.compactMap(\.signal) ?? []
    }
    for signal in signals { epoch.touch(signal) }
  }

  /// Makes this new entity the substitute for a row that does not exist.
  func markMissing(in table: AttachedTable, _ key: RowKey) {
    let image = imageToInsert(definition.keyColumns.count) { key }
    lock.withLock {
      self.image = image
      setOwner(table)
      phase = .deleted
    }
  }

  /// Returns the relationship of a property. The first call creates it.
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

import StateGraphCore
import StateGraphSQLite

extension EntityState {
  /// Throws an error if a property was set to a value that its column cannot hold. While an entity
  /// has no row, its state stores such errors, and the insertion of the row calls this function.
  func checkRefusals() throws(DatabaseError) {
    if let refusal = lock.withLock({ extras?.refusals.values.first }) { throw refusal }
  }

  /// The entities that were assigned to properties while this entity had no row. The dictionary
  /// keys are those of ``StateExtras/references``. `nil` if this state has no ``StateExtras``.
  var heldReferences: [Int: any Entity]? { lock.withLock { extras?.references } }

  /// Returns the values of the row to insert: the primary key, then the columns.
  ///
  /// A column that refers to an entity contains that entity's key. The primary key is NULL if
  /// SQLite makes it.
  ///
  /// - Throws: `.misuse` if a referenced entity has no key yet.
  func imageToInsert(_ keyCount: Int, key: () -> RowKey) throws(DatabaseError) -> RowImage {
    let (image, references) = lock.withLock { (self.image, extras?.references ?? [:]) }
    // The memberwise initialiser stores the key in the image. Other initialisers leave NULL there.
    let hasKey = (0..<keyCount).allSatisfy { image.storageClass(at: $0) != .null }
    if references.isEmpty, hasKey { return image }
    let key = key()
    var changes = key.values.enumerated().map { (index: $0.offset, value: $0.element) }
    for (index, entity) in references where index < definition.columns.count {
      let column = definition.columns[index]
      let value = try entity._$keyToStore("\(definition.typeName).\(column.property)")
      changes.append((key.values.count + index, value))
    }
    return try definition.image(image.replacing(changes), referringTo: references)
  }

  /// Connects this entity with the row that the open write has inserted for it. The values of
  /// properties then come from the file, and references are found by key.
  ///
  /// - Parameters:
  ///   - table: The table of the row.
  ///   - new: The values of the inserted row.
  ///   - hasMadeKey: Whether SQLite has made the key in `new`.
  /// - Returns: The relationships that the program has used. The caller must attach them too.
  func attach(_ table: AttachedTable, image new: RowImage, hasMadeKey: Bool) -> [any Relationship] {
    lock.withLock {
      phase = .pending
      hasUncommittedKey = hasMadeKey
      setOwner(table)
      image = new
      return madeRelationships
    }
  }

  /// Records that the insertion of the row was committed.
  ///
  /// - Returns: The objects that were kept for a rollback. The caller must release them at a point
  ///   where user code may run.
  func didCommitInsertion() -> [AnyObject] {
    let kept: (references: [AnyObject], relationships: [any Relationship])? = lock.withLock {
      if phase == .pending || phase == .pendingRow { phase = .attached }
      hasUncommittedKey = false
      guard let extras else { return nil }
      defer { extras.references = [:] }
      return (Array(extras.references.values), madeRelationships)
    }
    guard let kept else { return [] }
    return kept.references + kept.relationships.flatMap { $0.didCommitInsertion() }
  }

  /// Disconnects the state from its row, after the insertion of the row was rolled back. A key that
  /// SQLite has made is removed, because SQLite may make it again for another row.
  func detach() {
    let definition = definition
    let relationships = lock.withLock {
      phase = .detached
      setOwner(definition)
      if hasUncommittedKey { image = image.replacing(0, by: .null) }
      hasUncommittedKey = false
      return madeRelationships
    }
    for relationship in relationships { relationship.detach() }
  }

  /// The relationships of this entity that the program has used. Call with `lock` held.
  private var madeRelationships: [any Relationship] {
    extras?.relationships.values.compactMap { $0 as? any Relationship } ?? []
  }

  /// Replaces the state's values with the values of the committed row.
  ///
  /// Adds the signals of the changed columns to `epoch`, which invalidates the nodes that depend on
  /// them.
  ///
  /// - Returns: Whether the row was unreadable before.
  @discardableResult
  func apply(_ new: RowImage, in epoch: inout GraphEpoch) -> Bool {
    var wasUnreadable = false
    let touched: [Signal] = lock.withLock {
      let old = image
      image = new
      wasUnreadable = phase == .unreadable
      if wasUnreadable { phase = .attached }
      guard let extras, !extras.signals.isEmpty else { return [] }
      let first = new.count - extras.signals.count
      return extras.signals.indices.compactMap { index in
        old.isIdentical(at: first + index, to: new) ? nil : extras.signals[index].signal
      }
    }
    for signal in touched { epoch.touch(signal) }
    return wasUnreadable
  }

  /// Records that the committed row contains a value that a property cannot hold.
  ///
  /// The state keeps its values, so that a property never shows a value of another type.
  ///
  /// - Returns: Whether the row was readable before.
  func markUnreadable() -> Bool {
    lock.withLock {
      guard phase == .attached else { return false }
      phase = .unreadable
      return true
    }
  }

  /// Marks the entity as deleted, because its row was deleted or now belongs to another entity.
  /// Adds the signals of its columns to `epoch`, so that the dependent nodes are invalidated.
  func markDeleted(in epoch: inout GraphEpoch) {
    let signals: [Signal] = lock.withLock {
      if phase != .detached { phase = .deleted }
      return extras?.signals.compactMap(\.signal) ?? []
    }
    for signal in signals { epoch.touch(signal) }
  }

  /// Makes this new entity the substitute for a missing row with this key. It counts as deleted.
  func markMissing(in table: AttachedTable, _ key: RowKey) {
    lock.withLock {
      image = image.replacing(key.values.enumerated().map { ($0.offset, $0.element) })
      setOwner(table)
      phase = .deleted
    }
  }

  /// Returns the relationship of a property. The first call creates it. If two threads create the
  /// relationship at the same time, both get the same object.
  func relationship<Kind: Relationship>(_ property: String, make: () -> Kind) -> Kind {
    let name = ByteText(property)
    if let known = lock.withLock({ extras?.relationships[name] }) as? Kind { return known }
    let made = make()
    return lock.withLock {
      let extras = makeExtras()
      if let known = extras.relationships[name] as? Kind { return known }
      extras.relationships[name] = made
      return made
    }
  }
}

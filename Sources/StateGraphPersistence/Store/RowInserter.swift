import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// Decides whether an insertion fails or overwrites if another row already has the same key.
enum KeyConflict {
  /// The insertion fails with the error `.constraint`.
  case fail
  /// The insertion overwrites the values of the existing row.
  case overwrite
}

/// Inserts the rows of entities.
///
/// The object also counts its insertions, to detect whether the open transaction has changed the
/// table in any other way. Only the thread that holds the write lock uses this object.
final class RowInserter {
  private let context: TableContext
  /// The number of SQLite change events that this object's insertions have caused in the open
  /// transaction. All these rows are stored exactly as bound. The number is nil if SQLite may have
  /// stored other values in one of these rows, or if a trigger has caused other events.
  @exclusivity(unchecked) private var ownEventCount: Int? = 0

  init(_ context: TableContext) { self.context = context }

  /// Inserts the row of an entity, or inserts it again if the open write has deleted it.
  ///
  /// - Parameters:
  ///   - entity: The user's object.
  ///   - conflict: What happens if a row already has the key.
  ///   - reference: The object through which the entity's state refers to the table.
  ///   - connection: The connection of the open transaction.
  func insert(
    _ entity: some Entity,
    onConflict conflict: KeyConflict,
    reference: TableReference,
    on connection: Connection
  ) throws {
    let state = entity._$entity
    if let table = state.attachedTable {
      try context.graph.requireOwn(state)
      guard table === reference, !state.isDeleted else { throw addedAfterDeletion }
      return try insertAgain(entity, onConflict: conflict, on: connection)
    }
    let new = context.stamping(try imageToInsert(entity))
    let makesKey = context.definition.isKeyedByDatabase && new.storageClass(at: 0) == .null
    let image = try store(new, makesKey: makesKey, onConflict: conflict, on: connection)
    state.adopt(entity)
    let relationships = state.attach(reference, image: image, hasMadeKey: makesKey)
    let hash = image.keyHash(context.keyCount)
    context.state.withLock {
      let depth = context.graph.writeDepth
      $0.pending.insert(state, hash: hash, keyCount: context.keyCount, depth: depth)
    }
    context.graph.keepUntilWriteEnds(entity)
    guard !relationships.isEmpty, let attachment = state.attachment else { return }
    // The program has assigned children to these relationships before the row existed. The children
    // are now written, so that they refer to the row.
    for relationship in relationships { try relationship.attach(attachment, row: image) }
  }

  /// Returns the row image (the values to store) of an entity that has no row yet.
  ///
  /// - Throws: `.misuse` if the entity refers to another database, or to an entity without a key.
  ///   `.deletedEntity` if it refers to a deleted entity. `.typeMismatch` if a column cannot hold a
  ///   value.
  func imageToInsert(_ entity: some Entity) throws -> RowImage {
    let state = entity._$entity
    try state.checkRefusals()
    for (index, entity) in state.heldReferences ?? [:] {
      try context.graph.requireKey(
        entity._$entity,
        for: context.definition.property(heldAt: index)
      )
    }
    let image = try state.imageToInsert(context.keyCount) { entity._$key }
    if !context.layoutForWriting.isStoredVerbatim(image) { try refuseNaN(image) }
    return image
  }

  /// Inserts a row. If a foreign key fails, throws an error that names the property whose
  /// referenced row does not exist.
  ///
  /// - Returns: The row image with its key.
  private func store(
    _ image: RowImage,
    makesKey: Bool,
    onConflict conflict: KeyConflict,
    on connection: Connection
  ) throws -> RowImage {
    do {
      return try makesKey
        ? insertMakingKey(image, on: connection)
        : insert(image, onConflict: conflict, on: connection)
    } catch let error as DatabaseError where error.constraint?.kind == .foreignKey {
      throw context.explaining(error, refusing: image, on: connection)
    }
  }

  /// Inserts a row whose key is set already.
  ///
  /// - Returns: The same row image.
  private func insert(
    _ image: RowImage,
    onConflict conflict: KeyConflict,
    on connection: Connection
  ) throws -> RowImage {
    let layout = context.layoutForWriting
    // An upsert keeps the timestamp of the insertion, so the row can differ from the image.
    let keepsTimestamp = conflict == .overwrite && !context.definition.insertionTimestamps.isEmpty
    let declared = keepsTimestamp ? nil : layout.declaredImage(of: image)
    let statement = conflict == .overwrite ? layout.upsert : layout.insertion
    try run(
      statement,
      image: image,
      isVerbatim: declared != nil,
      expecting: declared,
      on: connection
    )
    return image
  }

  /// Inserts a row whose key is NULL, so that SQLite chooses a rowid as the key.
  ///
  /// The new key cannot conflict with an existing row, so `add` and `insert` behave alike.
  ///
  /// - Returns: The row image with the key.
  private func insertMakingKey(_ image: RowImage, on connection: Connection) throws -> RowImage {
    let layout = context.layoutForWriting
    let isVerbatim = layout.declaredImage(of: image) != nil
    do {
      try run(
        layout.insertion,
        image: image,
        isVerbatim: isVerbatim,
        expecting: nil,
        on: connection
      )
    } catch let error as DatabaseError where error.code == .diskFull {
      throw DatabaseError(
        .diskFull,
        "The disk is full, or \(context.name) is AUTOINCREMENT and has used its largest key.",
        remedy: "Free some space, or rebuild the table without the key Int64.max.",
        cause: error
      )
    }
    // If no row was inserted, because a trigger called RAISE(IGNORE), SQLite would return the rowid
    // of an earlier row.
    guard connection.changedRowCount > 0 else {
      throw DatabaseError(
        .constraint,
        "A trigger of \(context.name) has ignored a new row, so the row has no key.",
        remedy: "Change the trigger, or insert the row by SQL."
      )
    }
    return image.replacing(0, by: .integer(connection.lastInsertedRowID))
  }

  private func run(
    _ text: StatementText,
    image: RowImage,
    isVerbatim: Bool,
    expecting declared: RowImage?,
    on connection: Connection
  ) throws {
    let watched = context.watched
    let eventsBefore = watched.eventCount
    let statement = try connection.prepare(text)
    try withExtendedLifetime(image) {
      // SQLite reads the bytes of the row image in place. Clear the bindings before the image is
      // released.
      defer { statement.clearBindings() }
      for (parameter, index) in context.layoutForWriting.insertedIndexes.enumerated() {
        try statement.bindInPlace(image, column: index, at: parameter + 1)
      }
      try watched.expecting(declared.map { .insertion($0) }) { try statement.run() }
    }
    if isVerbatim, watched.eventCount == eventsBefore + 1 {
      ownEventCount? += 1
    } else {
      // SQLite may have stored other values than the bound values, or caused other events by
      // triggers. A trigger with RAISE(IGNORE) causes no event.
      ownEventCount = nil
    }
  }

  /// Inserts the row of an entity again, after the open write has deleted the row.
  ///
  /// - Throws: `.misuse` if the open write has added another object for the row. At the commit,
  ///   this entity will then count as deleted.
  private func insertAgain(
    _ entity: some Entity,
    onConflict conflict: KeyConflict,
    on connection: Connection
  ) throws {
    let (state, key) = (entity._$entity, entity._$key)
    if let current = context.state.withLock({ $0.pending.state(key) }), current !== state {
      throw addedAfterDeletion
    }
    if conflict == .overwrite {
      guard context.watched.uncommittedChange(key) != nil else { return }
      let statement = try connection.prepare(context.layoutForWriting.existence, binding: key)
      let exists = try statement.step()
      statement.reset()
      if exists { return }
    }
    let image = try imageToInsert(entity)
    _ = try insert(image, onConflict: conflict, on: connection)
  }

  private var addedAfterDeletion: DatabaseError {
    DatabaseError(
      .misuse,
      "An entity was added that has been deleted, or whose row another object has taken.",
      remedy: "Create a new entity with its values."
    )
  }

  /// Throws an error if a property that is not optional has a NaN.
  ///
  /// SQLite would store the NaN as NULL, which the property cannot hold.
  private func refuseNaN(_ image: RowImage) throws {
    for (index, column) in context.definition.columns.enumerated() {
      let value = image[context.keyCount + index]
      if !value.isNull, value.asStored.isNull, !column.accepts(.null) {
        throw context.nullError(column)
      }
    }
  }
}

// MARK: - The transaction's changes

extension RowInserter {
  /// Returns whether the transaction has changed the table only by insertions of this object.
  ///
  /// If true, all these rows are also stored exactly as bound. The entities then need not be
  /// compared with the file.
  func hasOnlyOwnInsertions(_ changes: TableChanges?) -> Bool {
    let watched = context.watched
    guard !watched.isTainted, watched.eventCount == ownEventCount else { return false }
    // Changes by another process cause no change events in this process.
    return changes == nil || watched.eventCount > 0
  }

  /// Resets the count of insertions. Call after the transaction has been committed or rolled back.
  func transactionDidEnd() { ownEventCount = 0 }
}

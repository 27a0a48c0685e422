import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// What an insertion does if a row has the same key.
enum KeyConflict {
  /// The insertion fails with `.constraint`.
  case fail
  /// The insertion writes its values over the row.
  case overwrite
}

/// Inserts the rows of entities, and knows whether the open transaction has done anything else to
/// the table.
///
/// Belongs to the thread that holds the write lock.
final class RowInserter {
  private let context: TableContext
  /// The number of SQLite change events that are insertions by this object, whose rows are stored
  /// exactly as bound. Nil if SQLite may have stored other values in one of these rows.
  @exclusivity(unchecked) private var ownEventCount: Int? = 0

  init(_ context: TableContext) { self.context = context }

  /// Inserts the row of an entity, or writes an attached entity's row again.
  ///
  /// - Parameters:
  ///   - state: The entity's state.
  ///   - entity: The entity.
  ///   - conflict: What happens if a row has the key.
  ///   - reference: The table's reference.
  ///   - connection: The connection of the open transaction.
  ///   - key: Returns the entity's key.
  func insert(
    _ state: EntityState,
    _ entity: AnyObject,
    onConflict conflict: KeyConflict,
    _ reference: TableReference,
    _ connection: Connection,
    key: () -> RowKey
  ) throws {
    if let table = state.attachedTable {
      guard table === reference, !state.isDeleted else {
        throw DatabaseError(
          .misuse,
          "An entity was added that has been deleted, or that belongs to another database.",
          remedy: "Create a new entity with its values."
        )
      }
      return try insertAgain(state, key(), onConflict: conflict, connection)
    }
    try state.checkRefusals()
    let image = state.imageToInsert(context.keyCount, key)
    if !context.layoutForWriting.isStoredVerbatim(image) { try refuseNaN(image) }
    try insert(image, onConflict: conflict, connection)
    state.adopt(entity)
    let relationships = state.attach(reference, image: image)
    let hash = image.keyHash(context.keyCount)
    context.state.withLock {
      let depth = context.graph.writeDepth
      $0.pending.insert(state, hash, keyCount: context.keyCount, depth: depth)
    }
    guard !relationships.isEmpty, let attachment = state.attachment else { return }
    // Children that were assigned before now refer to this row in the file.
    for relationship in relationships { try relationship.attach(attachment) }
  }

  private func insert(
    _ image: RowImage,
    onConflict conflict: KeyConflict,
    _ connection: Connection
  ) throws {
    let watched = context.watched
    let eventsBefore = watched.eventCount
    let layout = context.layoutForWriting
    let declared = layout.declaredImage(of: image)
    let statement = try connection.prepare(
      conflict == .overwrite ? layout.upsert : layout.insertion
    )
    try withExtendedLifetime(image) {
      // SQLite refers to the bytes of the row image without a copy. The bindings must be cleared
      // before the image is released.
      defer { statement.clearBindings() }
      try statement.bindInPlace(image)
      try watched.expecting(declared.map { .insertion($0) }) { try statement.run() }
    }
    if declared != nil, watched.eventCount == eventsBefore + 1 {
      ownEventCount? += 1
    } else {
      // The condition also fails if there was no event: a trigger may have ignored the row with
      // RAISE(IGNORE).
      ownEventCount = nil
    }
  }

  /// Writes the row of an attached entity again if the open write has deleted it.
  private func insertAgain(
    _ state: EntityState,
    _ key: RowKey,
    onConflict conflict: KeyConflict,
    _ connection: Connection
  ) throws {
    if conflict == .overwrite {
      guard context.watched.uncommittedChange(key) != nil else { return }
      let statement = try connection.prepare(context.layoutForWriting.existence, binding: key)
      let exists = try statement.step()
      statement.reset()
      if exists { return }
    }
    try insert(state.imageToInsert(context.keyCount) { key }, onConflict: conflict, connection)
  }

  /// Throws if a property is NaN and not optional, because SQLite stores a NaN as NULL, which a
  /// property that is not optional cannot hold.
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
  /// Returns whether the transaction has only inserted rows of this table through this object, all
  /// of which are stored as they were bound. The entities then need not be compared with the file.
  func hasOnlyOwnInsertions(_ changes: TableChanges?) -> Bool {
    let watched = context.watched
    guard !watched.isTainted, watched.eventCount == ownEventCount else { return false }
    // Changes by another process cause no change events here.
    return changes == nil || watched.eventCount > 0
  }

  /// Resets the count after the transaction has been committed or rolled back.
  func transactionDidEnd() { ownEventCount = 0 }
}

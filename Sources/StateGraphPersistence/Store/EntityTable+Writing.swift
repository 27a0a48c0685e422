import StateGraph
import StateGraphSQLite
import StateGraphThreads

extension EntityTable {
  func set(_ index: Int, of state: EntityState, to value: SQLiteValue) {
    let database: Database
    do {
      database = try graph.database()
    } catch {
      graph.report(error, while: "writing \(name)")
      return
    }
    guard !state.isDeleted else {
      database.writeWithoutThrowing { throw deletedError }
      return
    }
    let value = value.asStored
    if withoutGraphTracking({ state.value(index) }).isIdentical(to: value) {
      guard database.isWriting else { return }
      database.writeWithoutThrowing { if try isGone(state, database) { throw deletedError } }
      return
    }
    if value.isNull, !definition.columns[index].accepts(.null) {
      refuse(nullError(definition.columns[index]))
      return
    }
    if database.isWriting {
      if graph.updates.mustRun(beforeSetting: state) { graph.willUseTransaction() }
      graph.updates.set(
        index,
        of: state,
        self,
        to: value,
        mayChangeMore: layout.hasConsequences
      )
    } else {
      database.writeWithoutThrowing { try update(state, [(index, value)]) }
    }
  }

  func refuse(_ error: DatabaseError) {
    do {
      try graph.database().writeWithoutThrowing { throw error }
    } catch {
      graph.report(error, while: "writing \(name)")
    }
  }

  func update(_ state: EntityState, _ changes: [(index: Int, value: SQLiteValue)]) throws {
    guard !state.isDeleted else { throw deletedError }
    let key = state.currentImage.key(keyCount)
    let layout = layout
    try graph.database().withWriter { connection in
      let statement = try connection.prepare(layout.update(of: changes.map(\.index)))
      for (place, change) in changes.enumerated() {
        try statement.bind(change.value, at: place + 1)
      }
      try statement.bind(key, from: changes.count + 1)
      try statement.run()
      guard connection.changedRowCount > 0 else { throw deletedError }
    }
  }

  /// Inserts the entities, or writes their values over the rows of their keys. Call inside a write.
  func add(_ entities: some Sequence<Element>, in database: Database) throws {
    graph.willUseTransaction()
    try database.withWriter { connection in
      for entity in entities { try add(entity, on: connection, database) }
    }
  }

  private func add(_ entity: Element, on connection: Connection, _ database: Database) throws {
    let state = entity._$entity
    let key = entity._$key
    if let table = state.table {
      guard table === self, !state.isDeleted else {
        throw DatabaseError(
          .misuse,
          "An entity that was deleted or is in another database cannot be added.",
          remedy: "Make a new one with its values."
        )
      }
      try restore(state, key, on: connection)
      return
    }
    try state.checkRefusals()
    let image = state.imageToInsert(key)
    if !layout.isStoredVerbatim(image) { try refuseUnstorable(image) }
    try upsert(image, on: connection)
    state.adopt(entity)
    let relationships = state.attach(home, image: image)
    let hash = image.keyHash(keyCount)
    identities.withLock {
      $0.pending.insert(state, hash, key, keyCount: keyCount, depth: graph.writeDepth)
    }
    guard !relationships.isEmpty, let attachment = state.attachment else { return }
    // What was assigned to them goes into the file, and finds this row there.
    for relationship in relationships { try relationship.attach(attachment) }
  }

  /// Notes whether the row is now what was bound, so that nobody has to read it again.
  private func upsert(_ image: RowImage, on connection: Connection) throws {
    let eventsBefore = watched.eventCount
    let layout = layout
    let declared = layout.declaredImage(of: image)
    let statement = try connection.prepare(layout.upsert)
    try withExtendedLifetime(image) {
      // Its bytes are bound in place, and nothing of the statement may outlive them.
      defer { statement.clearBindings() }
      try statement.bindInPlace(image)
      try watched.inserting(declared) { try statement.run() }
    }
    if declared != nil, watched.eventCount == eventsBefore + 1 {
      ownEventCount? += 1
    } else {
      // Also where there was no event: a trigger may have ignored the row.
      ownEventCount = nil
    }
  }

  /// Writes the row of an attached entity again, where this very write has deleted it.
  private func restore(_ state: EntityState, _ key: RowKey, on connection: Connection) throws {
    guard watched.uncommittedChange(key) != nil else { return }
    let statement = try connection.prepare(layout.existence, binding: key)
    let isThere = try statement.step()
    statement.reset()
    if !isThere { try upsert(state.imageToInsert(key), on: connection) }
  }

  func delete(_ key: RowKey, in database: Database) throws -> Bool {
    graph.willUseTransaction()
    return try database.withWriter { connection in
      try connection.prepare(layout.deletion, binding: key).run()
      return connection.changedRowCount > 0
    }
  }

  /// A NaN would be NULL in the file, which its property may not be able to hold.
  private func refuseUnstorable(_ image: RowImage) throws {
    for (index, column) in definition.columns.enumerated() {
      let value = image[keyCount + index]
      if !value.isNull, value.asStored.isNull, !column.accepts(.null) { throw nullError(column) }
    }
  }

  private func nullError(_ column: EntityColumn) -> DatabaseError {
    DatabaseError(
      .typeMismatch,
      "\(name).\(column.name) was to hold what SQLite stores as NULL (a NaN, say), which the "
        + "property \(column.property) cannot represent.",
      remedy: "Make the property optional, or keep such values out."
    )
  }

  private var deletedError: DatabaseError {
    DatabaseError(
      .deletedEntity,
      "A row of \(name) was written after it had been deleted.",
      remedy: "Check isDeleted, or add a new entity."
    )
  }
}

extension SQLiteValue {
  /// SQLite stores no NaN (<https://sqlite.org/floatingpoint.html>).
  fileprivate var asStored: SQLiteValue {
    if case .real(let real) = self, real.isNaN { .null } else { self }
  }
}

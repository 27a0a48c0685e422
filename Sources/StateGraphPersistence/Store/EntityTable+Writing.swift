import StateGraphCore
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
    let isWriting = database.isWriting
    if holds(value, index, state, isWriting: isWriting) {
      guard isWriting else {
        // What another process has put there is found by a write.
        if database.isBehind {
          database.writeWithoutThrowing { set(index, of: state, to: value) }
        }
        return
      }
      database.writeWithoutThrowing { if try isGone(state, database) { throw deletedError } }
      return
    }
    if value.isNull, !definition.columns[index].accepts(.null) {
      refuse(nullError(definition.columns[index]))
      return
    }
    guard isWriting else {
      let change = ColumnChange(index: index, value: value)
      database.writeWithoutThrowing { try update(state, [change]) }
      return
    }
    if graph.updates.mustRun(beforeSetting: state) { graph.willUseTransaction() }
    graph.updates.set(
      index,
      of: state,
      self,
      to: value,
      mayChangeMore: layoutForWriting.hasConsequences
    )
  }

  /// Whether this thread sees the value in the column already. Spares a look at the file, and a
  /// copy of what is there, wherever the row is known.
  private func holds(
    _ value: SQLiteValue,
    _ index: Int,
    _ state: EntityState,
    isWriting: Bool
  ) -> Bool {
    if isWriting {
      if let pending = graph.updates.value(index, of: state) {
        return pending.isIdentical(to: value)
      }
      if !graph.updates.mayChangeMore {
        let image = state.currentImage
        if !watched.hasChanges { return image.isIdentical(at: keyCount + index, to: value) }
        let hash = image.keyHash(keyCount)
        switch watched.uncommittedImage(of: image, hash: hash) {
        case .untouched: return image.isIdentical(at: keyCount + index, to: value)
        case .image(let declared):
          return layoutForWriting.image(of: declared).isIdentical(at: keyCount + index, to: value)
        case .unknown: break
        }
      }
    } else if !UncommittedValues.areVisible {
      return state.currentImage.isIdentical(at: keyCount + index, to: value)
    }
    return withoutGraphTracking({ state.value(index) }).isIdentical(to: value)
  }

  func refuse(_ error: DatabaseError) {
    do {
      try graph.database().writeWithoutThrowing { throw error }
    } catch {
      graph.report(error, while: "writing \(name)")
    }
  }

  func update(_ state: EntityState, _ changes: [ColumnChange]) throws {
    guard !state.isDeleted else { throw deletedError }
    let image = state.currentImage
    let layout = layoutForWriting
    let expected = expectedUpdate(of: image, changes, layout)
    let connection = try graph.database().writerOfTransaction()
    let statement = try connection.prepare(layout.update(of: changes))
    try withExtendedLifetime((image, expected)) {
      // What is bound in place must not outlive the images.
      defer { statement.clearBindings() }
      for (place, change) in changes.enumerated() {
        if let expected {
          let column = keyCount + change.index
          try statement.bindInPlace(expected.new, column: column, at: place + 1)
        } else {
          try statement.bind(change.value, at: place + 1)
        }
      }
      for column in 0..<keyCount {
        try statement.bindInPlace(image, column: column, at: changes.count + 1 + column)
      }
      try watched.expecting(expected.map { .update($0) }) { try statement.run() }
    }
    guard connection.changedRowCount > 0 else { throw deletedError }
  }

  /// What an UPDATE makes of the row that had this image when it was committed last; nil where that
  /// is not known.
  private func expectedUpdate(
    of image: RowImage,
    _ changes: [ColumnChange],
    _ layout: EntityLayout
  ) -> ExpectedUpdate? {
    let hash = image.keyHash(keyCount)
    switch watched.uncommittedImage(of: image, hash: hash) {
    case .untouched:
      return layout.expectedUpdate(of: image, changes, hash: hash)
    case .image(let declared): return layout.expectedUpdate(of: declared, changes, hash: hash)
    case .unknown: return nil
    }
  }

  /// Inserts the entities, or writes their values over the rows of their keys. Call inside a write.
  func add(_ entities: [Element], in database: Database) throws {
    graph.willUseTransaction()
    let connection = try database.writerOfTransaction()
    for index in entities.indices { try add(entities[index], on: connection, database) }
  }

  private func add(_ entity: Element, on connection: Connection, _ database: Database) throws {
    let state = entity._$entity
    if let table = state.table {
      guard table === self, !state.isDeleted else {
        throw DatabaseError(
          .misuse,
          "An entity that was deleted or is in another database cannot be added.",
          remedy: "Make a new one with its values."
        )
      }
      try restore(state, entity._$key, on: connection)
      return
    }
    try state.checkRefusals()
    let image = state.imageToInsert(keyCount) { entity._$key }
    if !layoutForWriting.isStoredVerbatim(image) { try refuseUnstorable(image) }
    try upsert(image, on: connection)
    state.adopt(entity)
    let relationships = state.attach(home, image: image)
    let hash = image.keyHash(keyCount)
    identities.withLock {
      $0.pending.insert(state, hash, keyCount: keyCount, depth: graph.writeDepth)
    }
    guard !relationships.isEmpty, let attachment = state.attachment else { return }
    // What was assigned to them goes into the file, and finds this row there.
    for relationship in relationships { try relationship.attach(attachment) }
  }

  /// Notes whether the row is now what was bound, so that nobody has to read it again.
  private func upsert(_ image: RowImage, on connection: Connection) throws {
    let eventsBefore = watched.eventCount
    let layout = layoutForWriting
    let declared = layout.declaredImage(of: image)
    let statement = try connection.prepare(layout.upsert)
    try withExtendedLifetime(image) {
      // Its bytes are bound in place, and nothing of the statement may outlive them.
      defer { statement.clearBindings() }
      try statement.bindInPlace(image)
      try watched.expecting(declared.map { .insertion($0) }) { try statement.run() }
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
    if !isThere { try upsert(state.imageToInsert(keyCount) { key }, on: connection) }
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

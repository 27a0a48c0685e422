import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// Writes changed properties of entities that have a row to the file. One object serves all
/// entities of a table.
final class PropertyWriter: Sendable {
  let context: TableContext
  private let uncommitted: UncommittedRows

  init(_ context: TableContext, uncommitted: UncommittedRows) {
    self.context = context
    self.uncommitted = uncommitted
  }

  /// Sets a column of an entity's row.
  ///
  /// Outside of a write, one UPDATE runs in a transaction of its own. Inside a write, the change is
  /// deferred, so that several changes of one row become one UPDATE. Failures are reported as
  /// `Database.write` describes.
  ///
  /// - Parameters:
  ///   - index: The index of the column in the definition.
  ///   - state: The state of the row.
  ///   - value: The new value.
  ///   - target: The entity whose key is the value, or nil if the column is no reference.
  func set(
    _ index: Int,
    of state: EntityState,
    to value: SQLiteValue,
    keyOf target: EntityState? = nil
  ) {
    guard let database = databaseForWriting(state) else { return }
    if let unusable = target.flatMap({ UnusableEntity($0, in: context.graph) }) {
      return refuse(unusable.error(of: context.definition.columns[index].property))
    }
    let value = value.asStored
    let isWriting = database.isWriting
    if holds(value, at: index, of: state, in: database, isWriting: isWriting) {
      return confirm(state, in: database, isWriting: isWriting) {
        set(index, of: state, to: value, keyOf: target)
      }
    }
    if value.isNull {
      let column = context.definition.columns[index]
      guard column.accepts(.null) else { return refuse(context.nullError(column)) }
    }
    guard isWriting else {
      let change = ColumnChange(index: index, value: value)
      database.writeWithoutThrowing {
        // The begin of the write may have read commits of another process.
        if let target { try context.graph.requireKey(target) }
        try update(state, changes: [change] + context.timestampChanges(besides: index))
      }
      return
    }
    let updates = context.graph.updates
    if updates.mustRun(beforeSetting: state) { context.graph.willUseTransaction() }
    updates.set(
      index,
      of: state,
      writer: self,
      to: value,
      mayChangeMore: context.layoutForWriting.hasConsequences
    )
    deferTimestamps(of: state, besides: index)
  }

  /// Returns the database of a row. If the row cannot be written, because the database was closed
  /// or the row was deleted, reports this and returns nil.
  func databaseForWriting(_ state: EntityState) -> Database? {
    do {
      let database = try context.graph.database()
      guard state.isDeleted else { return database }
      database.writeWithoutThrowing { throw deletedError }
    } catch {
      context.graph.log(error, while: "writing \(context.name)")
    }
    return nil
  }

  /// Defers the UPDATE of the timestamps that change together with a column.
  ///
  /// A timestamp that the write has already set keeps its value.
  func deferTimestamps(of state: EntityState, besides index: Int?) {
    let updates = context.graph.updates
    for stamp in context.timestampChanges(besides: index)
    where updates.value(stamp.index, of: state) == nil {
      updates.set(stamp.index, of: state, writer: self, to: stamp.value, mayChangeMore: false)
    }
  }

  /// Reports `error`, the reason why a column cannot store an assigned value. The report happens as
  /// `Database.write` describes.
  func refuse(_ error: DatabaseError) {
    do {
      try context.graph.database().writeWithoutThrowing { throw error }
    } catch {
      context.graph.log(error, while: "writing \(context.name)")
    }
  }

  /// Handles an assignment of the value that a property already has in this process.
  ///
  /// Calls `assignAgain` only if another process may have changed the property in the file. Reports
  /// an error if the open write has deleted the row.
  func confirm(
    _ state: EntityState,
    in database: Database,
    isWriting: Bool,
    assignAgain: () -> Void
  ) {
    if isWriting {
      database.writeWithoutThrowing { try requireRow(of: state, database) }
    } else if database.foreignCommits.isBehind(in: database) {
      // A write first reads the commits of other processes, which may have changed the property.
      database.writeWithoutThrowing(assignAgain)
    }
  }

  /// Returns whether the calling thread already sees this value in the column.
  ///
  /// Runs no SQL and copies no value if the row is in memory.
  ///
  /// Returns `false` for an unreadable row, because its values in memory may differ from the file.
  func holds(
    _ value: SQLiteValue,
    at index: Int,
    of state: EntityState,
    in database: Database,
    isWriting: Bool
  ) -> Bool {
    let column = context.keyCount + index
    if isWriting {
      if let pending = context.graph.updates.value(index, of: state) {
        return pending.isIdentical(to: value)
      }
      if !context.graph.updates.mayChangeMore {
        let image = state.currentImage
        if !context.watched.hasChanges {
          return isCommitted(value, column: column, image: image, state: state)
        }
        let hash = image.keyHash(context.keyCount)
        switch context.watched.uncommittedImage(of: image, hash: hash) {
        case .untouched: return isCommitted(value, column: column, image: image, state: state)
        case .image(let declared):
          let image = context.layoutForWriting.image(of: declared)
          return image.isIdentical(at: column, to: value)
        case .unknown: break
        }
      }
      let stored = try? uncommitted.storedValue(ofColumn: index, of: state, database)
      return stored?.isIdentical(to: value)
        ?? isCommitted(value, column: column, image: state.currentImage, state: state)
    }
    if !UncommittedValues.areVisible {
      return isCommitted(value, column: column, image: state.currentImage, state: state)
    }
    return withoutGraphTracking({ state.value(index) }).isIdentical(to: value)
  }

  /// Returns whether the committed row has this value. `image` is the row image of the state.
  private func isCommitted(
    _ value: SQLiteValue,
    column: Int,
    image: RowImage,
    state: EntityState
  ) -> Bool {
    image.isIdentical(at: column, to: value) && !state.isUnreadable
  }

  /// Runs one UPDATE that sets columns of a row. Call inside a write.
  ///
  /// - Throws: `.deletedEntity` if the row does not exist.
  func update(_ state: EntityState, changes: [ColumnChange]) throws {
    guard !state.isDeleted else { throw deletedError }
    let image = state.currentImage
    let layout = context.layoutForWriting
    let expected = expectedUpdate(of: image, changes, in: layout)
    let connection = try context.graph.database().writerOfTransaction()
    let statement = try connection.prepare(layout.update(of: changes))
    try withExtendedLifetime((image, expected)) {
      // SQLite reads the bytes of the row images in place. Clear the bindings before the images are
      // released.
      defer { statement.clearBindings() }
      for (place, change) in changes.enumerated() {
        if let expected {
          let column = context.keyCount + change.index
          try statement.bindInPlace(expected.new, column: column, at: place + 1)
        } else {
          try statement.bind(change.value, at: place + 1)
        }
      }
      for column in 0..<context.keyCount {
        try statement.bindInPlace(image, column: column, at: changes.count + 1 + column)
      }
      do {
        try context.watched.expecting(expected.map { .update($0) }) { try statement.run() }
      } catch let error as DatabaseError where error.constraint?.kind == .foreignKey {
        let refused = image.replacing(changes.map { (context.keyCount + $0.index, $0.value) })
        throw context.explaining(error, refusing: refused, isNew: false, on: connection)
      }
    }
    guard connection.changedRowCount > 0 else { throw deletedError }
  }

  /// Returns the row as it will be after the UPDATE, or nil if only SQLite can compute that row.
  private func expectedUpdate(
    of image: RowImage,
    _ changes: [ColumnChange],
    in layout: EntityLayout
  ) -> ExpectedUpdate? {
    let hash = image.keyHash(context.keyCount)
    switch context.watched.uncommittedImage(of: image, hash: hash) {
    case .untouched: return layout.expectedUpdate(of: image, changes, hash: hash)
    case .image(let declared): return layout.expectedUpdate(of: declared, changes, hash: hash)
    case .unknown: return nil
    }
  }

  /// Checks that the row exists in the open write.
  ///
  /// - Throws: `.deletedEntity` if the open write has deleted the row.
  func requireRow(of state: EntityState, _ database: Database) throws {
    if try uncommitted.isDeleted(state, in: database) { throw deletedError }
  }

  var deletedError: DatabaseError {
    DatabaseError(
      .deletedEntity,
      "A property of a row of \(context.name) was set after the row had been deleted.",
      remedy: "Check isDeleted before, or add a new entity."
    )
  }
}

extension TableContext {
  /// Returns the error for a value that SQLite would store as NULL in a property that is not
  /// optional.
  func nullError(_ column: EntityColumn) -> DatabaseError {
    DatabaseError(
      .typeMismatch,
      "\(name).\(column.name) was set to a value that SQLite stores as NULL, such as NaN, and the "
        + "property \(column.property) is not optional.",
      remedy: "Make the property optional, or do not set such values."
    )
  }
}

extension SQLiteValue {
  /// The value that SQLite stores for this value. A NaN becomes NULL
  /// (<https://sqlite.org/floatingpoint.html>).
  var asStored: SQLiteValue {
    if case .real(let real) = self, real.isNaN { .null } else { self }
  }
}

import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The rows of one table with the uncommitted changes of the open write. Only the writing thread
/// sees them.
final class UncommittedRows: Sendable {
  private let context: TableContext
  private let acceptance: RowAcceptance

  init(_ context: TableContext, acceptance: RowAcceptance) {
    self.context = context
    self.acceptance = acceptance
  }

  /// Returns the uncommitted value of a column.
  ///
  /// Returns `nil` if the write has not touched the row, has deleted the row, or has stored a value
  /// that a property cannot hold.
  func value(
    ofColumn index: Int,
    of state: EntityState,
    _ database: Database
  ) throws -> SQLiteValue? {
    if let value = deferredValue(ofColumn: index, of: state) { return value }
    return try row(of: state, database)?.readableImage?[context.keyCount + index]
  }

  /// Returns the uncommitted value of a column, even if a property cannot hold a value of the row.
  ///
  /// Returns `nil` if the write has not touched the row, or has deleted the row.
  func storedValue(
    ofColumn index: Int,
    of state: EntityState,
    _ database: Database
  ) throws -> SQLiteValue? {
    if let value = deferredValue(ofColumn: index, of: state) { return value }
    return try row(of: state, database)?.image?[context.keyCount + index]
  }

  /// Returns whether the open write has deleted the row of the state.
  func isDeleted(_ state: EntityState, in database: Database) throws -> Bool {
    if case .missing = try row(of: state, database) { true } else { false }
  }

  /// Returns whether the open write has deleted the row of the state, or has given the row to
  /// another object. Reads the row only if its changes are not in memory.
  func hasTaken(_ state: EntityState, in database: Database) throws -> Bool {
    guard context.watched.hasChanges else { return false }
    let image = state.currentImage
    let added = context.state.withLock {
      $0.pending.isEmpty ? nil : $0.pending.state(image.key(context.keyCount))
    }
    if let added, added !== state { return true }
    switch context.watched.uncommittedImage(of: image, hash: image.keyHash(context.keyCount)) {
    case .untouched, .image: return false
    case .unknown: return try isDeleted(state, in: database)
    }
  }

  private func deferredValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue? {
    let updates = context.graph.updates
    if let value = updates.value(index, of: state) { return value }
    if updates.mayChangeMore { context.graph.willUseTransaction() }
    return nil
  }

  /// Returns the row of an entity with the uncommitted changes of the open write.
  ///
  /// Returns `nil` if the write has not touched the row.
  private func row(of state: EntityState, _ database: Database) throws -> PrivateRow? {
    let known = state.currentImage
    let key = known.key(context.keyCount)
    guard context.watched.uncommittedChange(key) != nil else { return nil }
    let position = OpenWrite(of: database).changePosition
    return try context.graph.uncommittedRows.row(of: state, at: position) {
      let image = try database.withWriter { try self.context.image(key, on: $0) }
      return PrivateRow(image) {
        context.layout.acceptance.firstRefused($0, knowing: known) == nil
      }
    }
  }
}

// MARK: - Loading

extension UncommittedRows {
  /// Returns the state of a row that the open write can see, if it is in memory. Runs no SQL.
  ///
  /// Returns `nil` if only a SELECT can show whether the row exists, or if the properties cannot
  /// hold the row's values. Deferred updates must have run.
  func state(_ key: RowKey) -> EntityState? {
    switch context.watched.uncommittedImage(of: key) {
    case .untouched:
      let (state, isReadable) = context.state.withLock { table in
        let state = table.map.state(key)
        return (state, table.isReadable(state))
      }
      return isReadable ? state : nil
    case .image(let declared):
      let known = context.state.withLock { $0.pending.state(key) ?? $0.map.state(key) }
      guard let known else { return nil }
      // If the properties cannot hold the row's values, the caller runs a SELECT, which logs the
      // reason.
      let image = context.layout.image(of: declared)
      let refused = context.layout.acceptance.firstRefused(image, knowing: known.currentImage)
      return refused == nil ? known : nil
    case .unknown: return nil
    }
  }
}

extension UncommittedRows {
  /// Returns the states of rows that were read inside the open write.
  ///
  /// If a row existed before the write, its state is registered with the committed values, because
  /// other threads may find the state. If the write has inserted the row, only this thread sees the
  /// state.
  func states(
    of images: [RowImage],
    _ reference: TableReference,
    in database: Database
  ) throws -> [EntityState] {
    var states: [EntityState] = []
    for image in images {
      if let state = try state(of: image, reference, in: database) { states.append(state) }
    }
    return states
  }

  /// Returns the state of a row that was read inside the open write. Creates the state if there is
  /// none.
  ///
  /// Returns `nil` if the properties cannot hold the row's values.
  private func state(
    of image: RowImage,
    _ reference: TableReference,
    in database: Database
  ) throws -> EntityState? {
    let key = image.key(context.keyCount)
    let layout = context.layout
    if let known = context.state.withLock({ $0.pending.state(key) }) {
      let isReadable = acceptance.accepts(image, in: layout, knowing: known.currentImage)
      return isReadable ? known : nil
    }
    guard let change = try change(of: key, database) else {
      return registered(image, in: layout, reference: reference)
    }
    let known = context.state.withLock { $0.map.state(key) }
    guard acceptance.accepts(image, in: layout, knowing: known?.currentImage) else { return nil }
    if let known { return known }
    if case .existed(let declared) = change {
      let old = layout.image(of: declared)
      // If the properties cannot hold the committed values, other threads must not find the entity
      // before the commit.
      if layout.acceptance.firstRefused(old, knowing: image) == nil {
        return register(old, reference: reference)
      }
    }
    return pendingState(of: image, reference)
  }

  /// Returns the state of a committed row that the write has not touched. If there is none,
  /// registers a new one.
  private func registered(
    _ image: RowImage,
    in layout: EntityLayout,
    reference: TableReference
  ) -> EntityState? {
    let (keyCount, hash) = (context.keyCount, image.keyHash(context.keyCount))
    let (known, isReadable) = context.state.withLock { table in
      let known = table.map.state(hash) { $0.hasSameKey(as: image, keyCount) }
      return (known, table.isReadable(known))
    }
    if let known, isReadable { return known }
    guard acceptance.accepts(image, in: layout) else { return nil }
    return known ?? register(image, reference: reference)
  }

  /// Returns the registered state of a committed row. If there is none, registers a new state.
  ///
  /// No commit can happen during the call, because the write lock is held.
  private func register(_ image: RowImage, reference: TableReference) -> EntityState? {
    let made = EntityState(reference, phase: .attached, image: image)
    let (keyCount, hash) = (context.keyCount, image.keyHash(context.keyCount))
    return context.state.withLock { table in
      table.map.state(hash, image: image, keyCount: keyCount) { made }
    }
  }

  /// Returns a new state, which other threads find only after the commit.
  private func pendingState(of image: RowImage, _ reference: TableReference) -> EntityState {
    let made = EntityState(reference, phase: .pendingRow, image: image)
    let (depth, keyCount) = (context.graph.writeDepth, context.keyCount)
    context.state.withLock {
      $0.pending.insert(made, hash: image.keyHash(keyCount), keyCount: keyCount, depth: depth)
    }
    context.graph.uncommittedRows.keepLoaded(made)
    return made
  }

  /// Returns the change that the write has made to the row, or nil if there is none.
  ///
  /// If the change log no longer contains the row, the function reads the row from the last commit.
  /// A database in memory has no connection for that read, so the row counts as inserted.
  private func change(of key: RowKey, _ database: Database) throws -> UncommittedChange? {
    let change = context.watched.uncommittedChange(key)
    guard case .unknown = change else { return change }
    let declared = context.layout.table
    let image: RowImage? = try database.readLastCommit { connection in
      try declared.image(of: key, reading: connection)
    }
    return image.map { .existed($0) } ?? .inserted
  }
}

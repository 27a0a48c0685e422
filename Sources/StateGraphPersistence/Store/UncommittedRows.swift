import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The rows of one table as the open write has left them. Only the writing thread sees them.
final class UncommittedRows: Sendable {
  private let context: TableContext
  private let acceptance: RowAcceptance

  init(_ context: TableContext, _ acceptance: RowAcceptance) {
    self.context = context
    self.acceptance = acceptance
  }

  /// Returns the value of a column as the open write has left it.
  ///
  /// Returns `nil` if the write has not touched the row, or has deleted it.
  func value(
    ofColumn index: Int,
    of state: EntityState,
    _ database: Database
  ) throws -> SQLiteValue? {
    let updates = context.graph.updates
    if let value = updates.value(index, of: state) { return value }
    if updates.mayChangeMore { context.graph.willUseTransaction() }
    return try image(of: state, database)?[context.keyCount + index]
  }

  /// Returns whether the open write has deleted the row of the state.
  func isDeleted(_ state: EntityState, _ database: Database) throws -> Bool {
    let key = state.currentImage.key(context.keyCount)
    guard context.watched.uncommittedChange(key) != nil else { return false }
    return try image(of: state, database) == nil
  }

  /// Returns the row of the state as the open write has left it.
  ///
  /// Returns `nil` if the write has not touched the row, or has deleted it.
  private func image(of state: EntityState, _ database: Database) throws -> RowImage? {
    let key = state.currentImage.key(context.keyCount)
    guard context.watched.uncommittedChange(key) != nil else { return nil }
    let position = database.changePosition
    return try context.graph.uncommittedRows.image(of: state, at: position) {
      try database.withWriter { try self.context.image(key, on: $0) }
    }
  }
}

// MARK: - Loading

extension UncommittedRows {
  /// Returns the state of a row that the open write can see, if it is in memory. Runs no SQL.
  ///
  /// Returns `nil` if only a SELECT can show whether the row exists. Deferred updates must have run.
  func state(_ key: RowKey) -> EntityState? {
    switch context.watched.uncommittedImage(of: key) {
    case .untouched: context.state.withLock { $0.map.state(key) }
    case .image: context.state.withLock { $0.pending.state(key) ?? $0.map.state(key) }
    case .unknown: nil
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
    _ database: Database
  ) throws -> [EntityState] {
    var states: [EntityState] = []
    for image in images {
      if let state = try state(of: image, reference, database) { states.append(state) }
    }
    return states
  }

  private func state(
    of image: RowImage,
    _ reference: TableReference,
    _ database: Database
  ) throws -> EntityState? {
    let key = image.key(context.keyCount)
    if let known = context.state.withLock({ $0.pending.state(key) }) { return known }
    let layout = context.layout
    switch try change(of: key, database) {
    case nil: return registered(image, layout, reference)
    case .existed(let old): return registered(layout.image(of: old), layout, reference)
    case .inserted, .unknown:
      if let state = context.state.withLock({ $0.map.state(key) }) { return state }
      guard acceptance.accepts(image, layout) else { return nil }
      let made = EntityState(reference, .pendingRow, image: image)
      let (depth, keyCount) = (context.graph.writeDepth, context.keyCount)
      context.state.withLock {
        $0.pending.insert(made, key.keyHash, keyCount: keyCount, depth: depth)
      }
      context.graph.uncommittedRows.keepLoaded(made)
      return made
    }
  }

  /// Returns the state of a committed row. If there is none, registers a new one.
  ///
  /// No commit can happen during the call, because the write lock is held.
  private func registered(
    _ image: RowImage,
    _ layout: EntityLayout,
    _ reference: TableReference
  ) -> EntityState? {
    let keyCount = context.keyCount
    let hash = image.keyHash(keyCount)
    let find = { (table: inout TableState) in
      table.map.state(hash) { $0.hasSameKey(as: image, keyCount) }
    }
    if let state = context.state.withLock({ find(&$0) }) { return state }
    guard acceptance.accepts(image, layout) else { return nil }
    let made = EntityState(reference, .attached, image: image)
    return context.state.withLock { table in
      if let state = find(&table) { return state }
      table.map.insert(made, hash, keyCount: keyCount)
      return made
    }
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

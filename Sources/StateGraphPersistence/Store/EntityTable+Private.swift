import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

// What one thread alone sees: the rows of its open write, or those of its snapshot.

extension EntityTable {
  func privateValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue? {
    // What stands for a missing row refers to its neighbour's table, whose columns are others.
    guard state.definition === definition, let database = try? graph.database() else { return nil }
    do {
      if database.isWriting {
        if let value = graph.updates.value(index, of: state) { return value }
        if graph.updates.mayChangeMore { graph.willUseTransaction() }
        return try uncommittedImage(of: state, database)?[keyCount + index]
      }
      if let snapshot = database.snapshot {
        return try image(of: state, in: snapshot)?[keyCount + index]
      }
    } catch {
      graph.report(error, while: "reading \(name)")
    }
    return nil
  }

  /// The state's row as the open write has left it; nil where the write has not touched it, or it
  /// is gone.
  private func uncommittedImage(of state: EntityState, _ database: Database) throws -> RowImage? {
    let key = state.currentImage.key(keyCount)
    guard watched.uncommittedChange(key) != nil else { return nil }
    let position = database.changePosition
    return try graph.uncommittedRows.image(of: state, at: position) {
      try database.withWriter { try self.image(key, on: $0) }
    }
  }

  /// Whether the open write has deleted the state's row.
  func isGone(_ state: EntityState, _ database: Database) throws -> Bool {
    guard watched.uncommittedChange(state.currentImage.key(keyCount)) != nil else { return false }
    return try uncommittedImage(of: state, database) == nil
  }

  /// The state's row in the snapshot; nil where it has none.
  private func image(of state: EntityState, in snapshot: Snapshot) throws -> RowImage? {
    // In this order: a commit counts itself before it changes a state.
    let current = state.currentImage
    let isCurrent = identities.withLock { $0.lastCommit <= snapshot.commitCount }
    if isCurrent { return current }
    return try PrivateRows.of(snapshot).image(of: state, at: 0) {
      try self.image(current.key(keyCount), on: snapshot.connection)
    }
  }

  func image(_ key: RowKey, on connection: Connection) throws -> RowImage? {
    let layout = layout
    let statement = try connection.prepare(layout.selectionByKey, binding: key)
    defer { statement.reset() }
    return try statement.step() ? statement.image(layout.names.count) : nil
  }

  /// The rows of a statement on a connection, keys with images.
  private func images(_ statement: Statement, _ sorting: Bool) throws -> [RowImage] {
    defer { statement.reset() }
    let count = layout.names.count
    var images: [RowImage] = []
    while try statement.step() { images.append(statement.image(count)) }
    return sorting ? RowImage.keyOrder(of: images).map { images[$0] } : images
  }
}

// MARK: - Inside a snapshot

extension EntityTable {
  /// An entity that others may find must hold what the last commit left, whatever the snapshot is
  /// of.
  func load(
    _ sorting: Bool,
    in snapshot: Snapshot,
    _ prepare: (Connection) throws -> Statement
  ) throws -> [Element] {
    let rows = PrivateRows.of(snapshot)
    var states: [EntityState] = []
    for image in try images(try prepare(snapshot.connection), sorting) {
      guard accepts(image, layout) else { continue }
      let state = try state(of: image, in: snapshot)
      rows.keep(image, of: state, at: 0)
      states.append(state)
    }
    return faces(states)
  }

  private func state(of image: RowImage, in snapshot: Snapshot) throws -> EntityState {
    let key = image.key(keyCount)
    let hash = key.keyHash
    let made = EntityState(home, .attached, image: image)
    let found: EntityState? = identities.withLock { identities in
      if let state = identities.map.state(key) { return state }
      guard identities.lastCommit <= snapshot.commitCount else { return nil }
      identities.map.insert(made, hash, keyCount: keyCount)
      return made
    }
    if let found { return found }
    // Commits have touched the table since: the entity is loaded as it is now, unless it is gone.
    let current = try withoutSnapshot { try find(key) }
    if let current { return current._$entity }
    return PrivateRows.of(snapshot).gone(key, of: self) {
      EntityState(home, .deleted, image: image)
    }
  }

  /// Reads what all see, on a thread that is in a snapshot.
  private func withoutSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
    let database = try graph.database()
    return try database.outsideSnapshot {
      UncommittedValues.end()
      defer { UncommittedValues.begin() }
      return try body()
    }
  }
}

// MARK: - Inside a write

extension EntityTable {
  /// Rows that the open write has touched differ for this thread and for the others. An entity that
  /// others may find gets the values of before; one of a row that is new is for this thread alone.
  func loadWhileWriting(
    _ sorting: Bool,
    _ database: Database,
    _ prepare: (Connection) throws -> Statement
  ) throws -> [Element] {
    let images = try database.withReader { try self.images(try prepare($0), sorting) }
    var states: [EntityState] = []
    for image in images {
      if let state = try stateWhileWriting(image, database) { states.append(state) }
    }
    return faces(states)
  }

  private func stateWhileWriting(_ image: RowImage, _ database: Database) throws -> EntityState? {
    let key = image.key(keyCount)
    if let known = identities.withLock({ $0.pending.state(key) }) { return known }
    let layout = layout
    switch try uncommittedChange(key, database) {
    case nil: return registered(image, layout)
    case .existed(let old): return registered(layout.image(of: old), layout)
    case .inserted, .unknown:
      if let state = identities.withLock({ $0.map.state(key) }) { return state }
      guard accepts(image, layout) else { return nil }
      let made = EntityState(home, .pendingRow, image: image)
      identities.withLock {
        $0.pending.insert(made, key.keyHash, keyCount: keyCount, depth: graph.writeDepth)
      }
      graph.uncommittedRows.keepLoaded(made)
      return made
    }
  }

  /// The state of a row that others may find, with the turn held: no commit can come in between.
  private func registered(_ image: RowImage, _ layout: EntityLayout) -> EntityState? {
    let hash = image.keyHash(keyCount)
    let find = { (identities: inout Identities) in
      identities.map.state(hash) { $0.hasSameKey(as: image, self.keyCount) }
    }
    if let state = identities.withLock({ find(&$0) }) { return state }
    guard accepts(image, layout) else { return nil }
    let made = EntityState(home, .attached, image: image)
    return identities.withLock { identities in
      if let state = find(&identities) { return state }
      identities.map.insert(made, hash, keyCount: keyCount)
      return made
    }
  }

  /// What the write has done to the row. Where the log no longer knows, the last commit does; a
  /// database in memory has nobody to ask, and the row counts as new.
  private func uncommittedChange(
    _ key: RowKey,
    _ database: Database
  ) throws -> UncommittedChange? {
    let change = watched.uncommittedChange(key)
    guard case .unknown = change else { return change }
    let layout = layout
    let image: RowImage? = try database.readLastCommit { connection in
      let declared = layout.table
      return try declared.image(of: key, reading: connection)
    }
    return image.map { .existed($0) } ?? .inserted
  }
}

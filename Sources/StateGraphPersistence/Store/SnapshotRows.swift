import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The rows of one table in a snapshot. Only the reading thread sees them.
struct SnapshotRows {
  private let context: TableContext
  private let acceptance: RowAcceptance
  private let snapshot: Snapshot

  init(_ context: TableContext, _ acceptance: RowAcceptance, _ snapshot: Snapshot) {
    self.context = context
    self.acceptance = acceptance
    self.snapshot = snapshot
  }

  /// Returns the state's row in the snapshot; nil if the snapshot has no such row.
  func image(of state: EntityState) throws -> RowImage? {
    // Read the image first: a commit increments its count before it changes a state.
    let current = state.currentImage
    let isCurrent = context.state.withLock { $0.lastCommit <= snapshot.commitCount }
    if isCurrent { return current }
    return try PrivateRows.of(snapshot).image(of: state, at: 0) {
      try context.image(current.key(context.keyCount), on: snapshot.connection)
    }
  }

  /// Returns the states of rows that were read in the snapshot.
  ///
  /// The states hold the values of the last commit, because other threads may use them too. The
  /// values of the snapshot are stored separately.
  ///
  /// - Parameter findCommitted: Returns the state of a row as the last commit has left it, or nil.
  func states(
    of images: [RowImage],
    _ reference: TableReference,
    findCommitted: (RowKey) throws -> EntityState?
  ) throws -> [EntityState] {
    let rows = PrivateRows.of(snapshot)
    var states: [EntityState] = []
    for image in images {
      guard acceptance.accepts(image, context.layout) else { continue }
      let state = try state(of: image, reference, findCommitted)
      rows.keep(image, of: state, at: 0)
      states.append(state)
    }
    return states
  }

  private func state(
    of image: RowImage,
    _ reference: TableReference,
    _ findCommitted: (RowKey) throws -> EntityState?
  ) throws -> EntityState {
    let keyCount = context.keyCount
    let key = image.key(keyCount)
    let hash = key.keyHash
    let made = EntityState(reference, .attached, image: image)
    let found: EntityState? = context.state.withLock { table in
      if let state = table.map.state(key) { return state }
      guard table.lastCommit <= snapshot.commitCount else { return nil }
      table.map.insert(made, hash, keyCount: keyCount)
      return made
    }
    if let found { return found }
    // Later commits have touched the table: the state gets the committed values, if the row still
    // exists.
    if let current = try outsideSnapshot({ try findCommitted(key) }) { return current }
    return PrivateRows.of(snapshot).deleted(key, in: context) {
      EntityState(reference, .deleted, image: image)
    }
  }

  /// Runs `body` so that it reads the last commit, although the calling thread is inside a
  /// snapshot.
  private func outsideSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
    let database = try context.graph.database()
    return try database.outsideSnapshot {
      UncommittedValues.end()
      defer { UncommittedValues.begin() }
      return try body()
    }
  }
}

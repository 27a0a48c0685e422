import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// Finds the rows of one table as one snapshot sees them. A snapshot is one thread's view of one
/// commit. Only the thread that opened the snapshot uses this object.
struct SnapshotRows {
  private let context: TableContext
  private let acceptance: RowAcceptance
  private let snapshot: Snapshot

  init(_ context: TableContext, acceptance: RowAcceptance, snapshot: Snapshot) {
    self.context = context
    self.acceptance = acceptance
    self.snapshot = snapshot
  }

  /// Returns the row of a state in the snapshot.
  ///
  /// Returns `nil` if the snapshot does not contain the row, or contains a value that a property
  /// cannot hold.
  func image(of state: EntityState) throws -> RowImage? {
    // Read the image before the commit count, because a commit increments the count before it
    // changes a state.
    let current = state.currentImage
    let isCurrent = context.state.withLock { $0.lastCommit <= snapshot.commitCount }
    if isCurrent { return current }
    return try PrivateRows.of(snapshot).row(of: state, at: 0) {
      let image = try context.image(current.key(context.keyCount), on: snapshot.connection)
      return PrivateRow(image) {
        context.layout.acceptance.firstRefused($0, knowing: current) == nil
      }
    }.readableImage
  }

  /// Returns the states of rows that were read in the snapshot.
  ///
  /// A state contains the values of the last commit, because other threads may use it too. The
  /// values of the snapshot are therefore stored separately.
  ///
  /// - Parameter findCommitted: Returns the state of the row with this key as of the last commit,
  ///   or nil if the row has been deleted.
  func states(
    of images: [RowImage],
    _ reference: TableReference,
    findCommitted: (RowKey) throws -> EntityState?
  ) throws -> [EntityState] {
    let rows = PrivateRows.of(snapshot)
    var states: [EntityState] = []
    for image in images {
      guard acceptance.accepts(image, in: context.layout) else { continue }
      let state = try state(of: image, reference, findCommitted: findCommitted)
      rows.keep(.readable(image), of: state, at: 0)
      states.append(state)
    }
    return states
  }

  private func state(
    of image: RowImage,
    _ reference: TableReference,
    findCommitted: (RowKey) throws -> EntityState?
  ) throws -> EntityState {
    let keyCount = context.keyCount
    let key = image.key(keyCount)
    let hash = key.keyHash
    let made = EntityState(reference, phase: .attached, image: image)
    let found: EntityState? = context.state.withLock { table in
      if let state = table.map.state(key) { return state }
      guard table.lastCommit <= snapshot.commitCount else { return nil }
      table.map.insert(made, hash: hash, keyCount: keyCount)
      return made
    }
    if let found { return found }
    // A later commit has touched the table. If the row still exists, its state has the committed
    // values.
    if let current = try outsideSnapshot({ try findCommitted(key) }) { return current }
    return PrivateRows.of(snapshot).deleted(key, in: context) {
      EntityState(reference, phase: .deleted, image: image)
    }
  }

  /// Runs `body` outside of the calling thread's snapshot, so that `body` reads the last commit.
  private func outsideSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
    let database = try context.graph.database()
    return try database.snapshots.outside {
      UncommittedValues.end()
      defer { UncommittedValues.begin() }
      return try body()
    }
  }
}

import StateGraphSQLite
import StateGraphThreads

/// Makes the states of rows that are read, where there are none, and registers them: many under one
/// lock. Not generic, as all that is done for every row.
struct StateRegistration {
  /// How many rows wait for the lock: enough that it costs nothing, few enough that they are still
  /// in the processor's cache.
  private static let batchSize = 64

  private let identities: Guarded<Identities>
  private let home: EntityHome
  private let acceptance: ColumnAcceptance
  /// The rows must not be registered after a later commit.
  private let generation: UInt64
  /// Whether there can be an entity of a row: may call user code.
  private let accepts: (RowImage) -> Bool
  private let keyCount: Int

  /// Those that are registered, in the order of their rows.
  private var states: [EntityState] = []
  /// Read and not registered yet.
  private var rows: ContiguousArray<(image: RowImage, hash: UInt32)> = []

  init(
    _ identities: Guarded<Identities>,
    _ home: EntityHome,
    _ acceptance: ColumnAcceptance,
    at generation: UInt64,
    accepts: @escaping (RowImage) -> Bool
  ) {
    self.identities = identities
    self.home = home
    self.acceptance = acceptance
    self.generation = generation
    self.accepts = accepts
    keyCount = home.definition.keyColumns.count
  }

  /// The states of the current row and of all that come after it; nil where a commit has come in
  /// between. In the order of the statement, or in that of their keys where it is `sorting`.
  mutating func register(
    rowsOf statement: Statement,
    columnCount: Int,
    sorting: Bool
  ) throws -> [EntityState]? {
    var last: RowImage?
    var isSorted = true
    repeat {
      let image = statement.image(columnCount)
      if sorting, isSorted {
        if let last, !last.keyPrecedes(image) { isSorted = false }
        last = image
      }
      rows.append((image, image.keyHash(keyCount)))
      if rows.count == StateRegistration.batchSize, !registerBatch() { return nil }
    } while try statement.step()
    guard registerBatch() else { return nil }
    // Moved out, so that nobody else has the array.
    let states = states
    self.states = []
    if isSorted { return states }
    return RowImage.keyOrder(of: states.map(\.currentImage)).map { states[$0] }
  }

  /// Returns false where a commit has come in between.
  private mutating func registerBatch() -> Bool {
    var next = 0
    var accepted: Int?
    while next < rows.count {
      let isCurrent = identities.withLock { identities in
        guard identities.generation == generation else { return false }
        while next < rows.count, let state = state(next, accepted, in: &identities.map) {
          states.append(state)
          next += 1
        }
        return true
      }
      guard isCurrent else { return false }
      guard next < rows.count else { break }
      // Not under the lock.
      if accepts(rows[next].image) { accepted = next } else { next += 1 }
    }
    rows.removeAll(keepingCapacity: true)
    return true
  }

  /// Nil where somebody has to be asked whether the row can have an entity, and has not been.
  private func state(_ index: Int, _ accepted: Int?, in map: inout IdentityMap) -> EntityState? {
    let (image, hash) = rows[index]
    return map.state(hash, image, keyCount: keyCount) {
      guard index == accepted || acceptance.isPlain(image) else { return nil }
      return EntityState(home, .attached, image: image)
    }
  }
}

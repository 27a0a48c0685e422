import StateGraphSQLite
import StateGraphThreads

/// Finds the states (entity data) of the rows that a statement reads, and creates missing states.
///
/// One acquisition of the lock serves many rows. The type is not generic, because unspecialised
/// generic code would cost more than the work on a row.
struct StateRegistration {
  /// The number of rows that are registered while the lock is held once.
  ///
  /// The number is large enough to make the lock's cost small. It is small enough that the rows
  /// stay in the processor's cache.
  private static let batchSize = 64

  private let table: GuardedTableState
  private let reference: TableReference
  private let acceptance: ColumnAcceptance
  /// The table's generation before the rows were read.
  ///
  /// Each commit that touches the table increments its generation. The rows are then out of date.
  private let generation: UInt64
  /// Returns whether a row can have an entity, because the properties can hold its values. May call
  /// user code, so no lock may be held.
  private let accepts: (RowImage) -> Bool
  private let keyCount: Int

  /// The states that this registration has found or created, in the order in which their rows were
  /// read.
  private var states: [EntityState] = []
  /// The rows of the current batch, each with the hash of its key. Their states are still to be
  /// found or created.
  private var rows: ContiguousArray<(image: RowImage, hash: UInt32)> = []
  /// The states of unreadable rows, which contain a value that a property cannot hold.
  ///
  /// They are retained here until the lock is released. A state that is released for the last time
  /// would take the lock in its `deinit`.
  private var unreadable: [EntityState] = []

  init(
    _ table: GuardedTableState,
    reference: TableReference,
    acceptance: ColumnAcceptance,
    at generation: UInt64,
    accepts: @escaping (RowImage) -> Bool
  ) {
    self.table = table
    self.reference = reference
    self.acceptance = acceptance
    self.generation = generation
    self.accepts = accepts
    keyCount = reference.definition.keyColumns.count
  }

  /// Returns the states of the statement's current row and of all rows after it.
  ///
  /// They are in the order of the statement, or in the order of their keys if `sorting` is true.
  /// Returns `nil` if a commit has touched the table since the statement began.
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
    // Move the array out of the property, so that the caller has the only reference to it.
    let states = states
    self.states = []
    if isSorted { return states }
    return RowImage.keyOrder(of: states.map(\.currentImage)).map { states[$0] }
  }

  /// Finds or creates the states of the collected rows.
  ///
  /// Returns `false` if a commit has touched the table since the rows were read.
  private mutating func registerBatch() -> Bool {
    var next = 0
    var accepted: Int?
    while next < rows.count {
      let isCurrent = table.withLock { table in
        guard table.generation == generation else { return false }
        while next < rows.count, let state = state(next, accepted: accepted, in: &table) {
          states.append(state)
          next += 1
        }
        return true
      }
      guard isCurrent else { return false }
      guard next < rows.count else { break }
      // `accepts` may run user code, so it is called without the lock.
      if accepts(rows[next].image) { accepted = next } else { next += 1 }
    }
    rows.removeAll(keepingCapacity: true)
    return true
  }

  /// Returns the state of the row at `index`. Returns nil if the caller must first call `accepts`
  /// for this row.
  private mutating func state(
    _ index: Int,
    accepted: Int?,
    in table: inout TableState
  ) -> EntityState? {
    let (image, hash) = rows[index]
    let found = table.map.state(hash, image: image, keyCount: keyCount) {
      guard index == accepted || acceptance.isPlain(image) else { return nil }
      return EntityState(reference, phase: .attached, image: image)
    }
    guard let found, index != accepted, !table.isReadable(found) else { return found }
    unreadable.append(found)
    return nil
  }
}

import StateGraphSQLite
import StateGraphThreads
import Synchronization

/// Decides whether the properties of an entity can hold the values of a row. If not, the row has no
/// entity.
///
/// A commit updates the entities in memory under locks, so it cannot run user code. The user's
/// conversions are therefore called before COMMIT, and their results are kept for the commit.
final class RowAcceptance: @unchecked Sendable {
  // SAFETY: only the thread that holds the write lock uses `refusedCells`. `refusals` is atomic.

  /// A stored value in one column. `column` is the column's index in the definition.
  private struct Cell: Hashable {
    let column: Int
    let value: SQLiteValue
  }

  private let context: TableContext
  private let refusals = Atomic<Int>(0)
  /// The values that conversions have refused, in the write that is about to be committed.
  private var refusedCells: Set<Cell> = []

  init(_ context: TableContext) { self.context = context }

  /// The number of rows that were read, but have no entity because a property cannot hold a value.
  var refusalCount: Int { refusals.load(ordering: .relaxed) }

  /// Returns whether the properties can hold the values of a row that was read. If not, logs the
  /// reason.
  ///
  /// May call user code, so no lock may be held. User code is not called for a value that the row
  /// `known` also has, because the properties can hold the values of `known`.
  func accepts(
    _ image: RowImage,
    in layout: EntityLayout,
    knowing known: RowImage? = nil
  ) -> Bool {
    guard let refused = layout.acceptance.firstRefused(image, knowing: known) else { return true }
    refuse(context.refusal(of: image, column: refused))
    return false
  }

  /// Counts a row that has no entity, and logs the reason.
  func refuse(_ reason: DatabaseError) {
    refusals.add(1, ordering: .relaxed)
    context.graph.log(reason, while: "reading \(context.name)")
  }

  /// Returns the reason why a committed row cannot have an entity, or nil if it can.
  ///
  /// Calls no user code. It uses the results of
  /// ``willCommit(_:schemaChanged:hasOnlyOwnInsertions:)``. A value that `willCommit` has not
  /// checked did not change in the commit, and is accepted.
  func refusalAtCommit(of image: RowImage, _ layout: EntityLayout) -> DatabaseError? {
    let refused = layout.acceptance.firstRefused(image) { column, value in
      !refusedCells.contains(Cell(column: column, value: value))
    }
    return refused.map { context.refusal(of: image, column: $0) }
  }

  /// Returns whether a commit may have made a row readable that has no entity in memory.
  ///
  /// Returns false if no row of the table has ever been refused, because no store or query can then
  /// have left the row out.
  func mayHaveBecomeReadable(_ row: RowChange, in layout: EntityLayout) -> Bool {
    guard refusalCount > 0, let old = row.old, let new = row.new else { return false }
    let (before, after) = (layout.image(of: old), layout.image(of: new))
    return layout.acceptance.mayRefuse(before, replacedBy: after)
  }

  /// Calls the user's conversions for the values that the write has stored, and keeps the results.
  ///
  /// Call before COMMIT, with the write lock held and no other lock.
  func willCommit(
    _ changes: TableChanges?,
    schemaChanged: Bool,
    hasOnlyOwnInsertions: Bool
  ) {
    refusedCells = []
    let hasNothingNew = !schemaChanged && hasOnlyOwnInsertions
    // A failure to read the file is ignored here, because the publication of the commit reports it.
    let cells =
      (try? newCells(changes, schemaChanged: schemaChanged, hasNothingNew: hasNothingNew)) ?? []
    for cell in cells where !context.definition.columns[cell.column].accepts(cell.value) {
      refusedCells.insert(cell)
    }
  }

  /// Returns the new values that the user's conversions must check before a commit.
  ///
  /// Includes only the values of rows that may have an entity.
  private func newCells(
    _ changes: TableChanges?,
    schemaChanged: Bool,
    hasNothingNew: Bool
  ) throws -> Set<Cell> {
    let layout = context.layoutForWriting
    let columns = layout.acceptance.askingColumns
    guard !columns.isEmpty else { return [] }
    var cells: Set<Cell> = []
    let keyCount = context.keyCount
    let compare = { (new: RowImage, old: RowImage) in
      for column in columns where !old.isIdentical(at: keyCount + column, to: new) {
        cells.insert(Cell(column: column, value: new[keyCount + column]))
      }
    }
    switch (schemaChanged, changes) {
    case (false, nil): break
    case (false, .rows(let rows)):
      for row in rows {
        guard let new = row.new.map(layout.image(of:)) else { continue }
        // Another thread may be creating an entity from the old row. The new values are therefore
        // compared with the old row, and with the entity in memory if there is one.
        if let old = row.old { compare(new, layout.image(of: old)) }
        if let state = known(row.key) { compare(new, state.currentImage) }
      }
    case (true, _), (_, .reset), (_, .updates):
      if hasNothingNew { break }
      let newest =
        schemaChanged
        ? try EntityLayout(context.definition, in: context.graph.database()) : layout
      try forEachLive(in: newest, compare)
    }
    return cells
  }

  private func known(_ key: RowKey) -> EntityState? {
    context.state.withLock { $0.map.state(key) ?? $0.pending.state(key) }
  }

  /// Calls `body` for each entity in memory whose row exists.
  ///
  /// `new` is the row with the changes of the write. `old` contains the values of the entity in
  /// memory.
  private func forEachLive(
    in layout: EntityLayout,
    _ body: (_ new: RowImage, _ old: RowImage) -> Void
  ) throws {
    let live = context.state.withLock { $0.map.states }
    let keyCount = context.keyCount
    // A commit of another process has no open write in this process. The writer connection is then
    // inside a transaction that reads this commit.
    try context.graph.database().withReader { connection in
      guard live.count >= TableCommit.scanThreshold else {
        for state in live {
          let old = state.currentImage
          let statement = try connection.prepare(
            layout.selectionByKey,
            binding: old.key(keyCount)
          )
          defer { statement.reset() }
          if try statement.step() { body(statement.image(layout.names.count), old) }
        }
        return
      }
      let statement = try connection.prepare(layout.selectionOfAll)
      defer { statement.reset() }
      while try statement.step() {
        let hash = statement.keyHash(keyCount)
        let state = context.state.withLock {
          $0.map.state(hash) { statement.hasSameKey(as: $0, keyCount) }
        }
        if let state { body(statement.image(layout.names.count), state.currentImage) }
      }
    }
  }
}

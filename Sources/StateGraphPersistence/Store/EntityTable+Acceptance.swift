import StateGraphSQLite
import StateGraphThreads

/// A value of a column of the definition.
struct ColumnCell: Hashable {
  let column: Int
  let value: SQLiteValue
}

// Whether the properties can hold what a commit brings. It brings memory up to date under a lock,
// and what the user's code says of that is asked for before.

extension EntityTable {
  func willCommit(_ changes: TableChanges?, schemaChanged: Bool) {
    refusedCells = []
    // Where the file cannot be read, publishing the commit says so.
    let cells = (try? newCells(changes, schemaChanged: schemaChanged)) ?? []
    for cell in cells where !definition.columns[cell.column].accepts(cell.value) {
      refusedCells.insert(cell)
    }
  }

  /// Why a row that a commit brings has no entity. Calls no user code: what was not asked about
  /// is as it was.
  func refusalAtCommit(of image: RowImage, _ layout: EntityLayout) -> DatabaseError? {
    let refused = layout.acceptance.firstRefused(image) { column, value in
      !self.refusedCells.contains(ColumnCell(column: column, value: value))
    }
    return refused.map { refusal(of: image, column: $0) }
  }

  /// What the write has put into columns of the user's types, where an entity may have the row.
  private func newCells(
    _ changes: TableChanges?,
    schemaChanged: Bool
  ) throws -> Set<ColumnCell> {
    let columns = layout.acceptance.askingColumns
    guard !columns.isEmpty else { return [] }
    var cells: Set<ColumnCell> = []
    let compare = { (new: RowImage, old: RowImage) in
      for column in columns where !old.isIdentical(at: self.keyCount + column, to: new) {
        cells.insert(ColumnCell(column: column, value: new[self.keyCount + column]))
      }
    }
    switch (schemaChanged, changes) {
    case (false, nil): break
    case (false, .rows(let rows)):
      let layout = layout
      for row in rows {
        guard let new = row.new.map(layout.image(of:)) else { continue }
        // Another thread may be loading the row as it was.
        if let old = row.old { compare(new, layout.image(of: old)) }
        if let state = known(row.key) { compare(new, state.currentImage) }
      }
    case (true, _), (_, .reset), (_, .updates):
      if !schemaChanged, isOwnWrite(changes) { break }
      try forEachLive(in: try newestLayout(schemaChanged), compare)
    }
    return cells
  }

  private func known(_ key: RowKey) -> EntityState? {
    identities.withLock { $0.map.state(key) ?? $0.pending.state(key) }
  }

  private func newestLayout(_ schemaChanged: Bool) throws -> EntityLayout {
    try schemaChanged ? EntityLayout(definition, in: graph.database()) : layout
  }

  /// Calls `body` with the row of each live state as the write has left it, and as the state has
  /// it.
  private func forEachLive(
    in layout: EntityLayout,
    _ body: (_ new: RowImage, _ old: RowImage) -> Void
  ) throws {
    let live = identities.withLock { $0.map.states }
    try graph.database().withWriter { connection in
      guard live.count >= 64 else {
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
        let state = identities.withLock {
          $0.map.state(hash) { statement.hasSameKey(as: $0, keyCount) }
        }
        if let state { body(statement.image(layout.names.count), state.currentImage) }
      }
    }
  }
}

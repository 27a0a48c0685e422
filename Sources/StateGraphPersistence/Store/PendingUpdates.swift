import StateGraphSQLite

/// Properties that were set in the open write and are not in the transaction yet: several of one
/// row become one UPDATE.
///
/// They are written before anything else that could tell the difference: any SQL of the user's, the
/// beginning and end of a nested write, COMMIT. Used by the holder of the turn only.
final class PendingUpdates {
  private struct Row {
    let state: EntityState
    let table: any AnyEntityTable
    var changes: [ColumnChange]
  }

  /// In the order in which they were first set. A state knows its place.
  @exclusivity(unchecked) private var rows: [Row] = []

  /// Whether there is one that may change more than it says: what is read then must come after it.
  @exclusivity(unchecked) private(set) var mayChangeMore = false

  private static let limit = 512

  var isEmpty: Bool { rows.isEmpty }

  /// The place of the state's row.
  private func place(of state: EntityState) -> Int? {
    state.pendingPlace == 0 ? nil : Int(state.pendingPlace) - 1
  }

  /// The value that was set last, if it is still here.
  func value(_ index: Int, of state: EntityState) -> SQLiteValue? {
    guard let place = place(of: state) else { return nil }
    return rows[place].changes.last { $0.index == index }?.value
  }

  /// Whether another set of the row would come before those of other rows that it followed. Columns
  /// that are unique, alone or together, would notice.
  func mustRun(beforeSetting state: EntityState) -> Bool {
    if rows.count >= PendingUpdates.limit { return true }
    guard let place = place(of: state) else { return false }
    return place != rows.count - 1
  }

  func set(
    _ index: Int,
    of state: EntityState,
    _ table: any AnyEntityTable,
    to value: SQLiteValue,
    mayChangeMore: Bool
  ) {
    if mayChangeMore { self.mayChangeMore = true }
    guard let place = place(of: state) else {
      let change = ColumnChange(index: index, value: value)
      rows.append(Row(state: state, table: table, changes: [change]))
      state.pendingPlace = UInt16(rows.count)
      return
    }
    if let known = rows[place].changes.firstIndex(where: { $0.index == index }) {
      rows[place].changes[known].value = value
    } else {
      rows[place].changes.append(ColumnChange(index: index, value: value))
    }
  }

  /// Writes everything. After a failure the rest is dropped: the transaction will be undone.
  func run() throws {
    // What dies with a row may set others in its `deinit`.
    while !rows.isEmpty {
      for row in removeAll() { try row.table.update(row.state, row.changes) }
    }
  }

  /// Drops everything, and returns what is to be released where that may run user code.
  func clear() -> [AnyObject] { removeAll().map(\.state) }

  private func removeAll() -> [Row] {
    let removed = rows
    rows = []
    for row in removed { row.state.pendingPlace = 0 }
    mayChangeMore = false
    return removed
  }
}

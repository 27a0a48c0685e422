import StateGraphSQLite

/// Properties that were set in the open write and have not been written yet: several changes of one
/// row become one UPDATE.
///
/// They are written before anything that could observe the difference: SQL of the user, the
/// beginning and the end of a nested write, and COMMIT. Belongs to the thread that holds the write
/// lock.
final class PendingUpdates {
  private struct Row {
    let state: EntityState
    let writer: PropertyWriter
    var changes: [ColumnChange]
  }

  /// The rows with deferred changes, in the order of their first change. Each row's state stores
  /// its position in this array.
  @exclusivity(unchecked) private var rows: [Row] = []

  /// Whether an update may change columns that it does not set, by a trigger for example. Before
  /// another column is read, the deferred updates must then run.
  @exclusivity(unchecked) private(set) var mayChangeMore = false

  private static let limit = 512

  var isEmpty: Bool { rows.isEmpty }

  /// The position of the state's row in `rows`.
  private func place(of state: EntityState) -> Int? {
    state.pendingPlace == 0 ? nil : Int(state.pendingPlace) - 1
  }

  /// Returns the newest deferred value of the column; nil if no change of the column is deferred.
  func value(_ index: Int, of state: EntityState) -> SQLiteValue? {
    guard let place = place(of: state) else { return nil }
    return rows[place].changes.last { $0.index == index }?.value
  }

  /// Returns whether the deferred updates must run before this row is changed again. They must if
  /// other rows were changed in the meantime, because a unique constraint can depend on the order
  /// of the updates.
  func mustRun(beforeSetting state: EntityState) -> Bool {
    if rows.count >= PendingUpdates.limit { return true }
    guard let place = place(of: state) else { return false }
    return place != rows.count - 1
  }

  func set(
    _ index: Int,
    of state: EntityState,
    _ writer: PropertyWriter,
    to value: SQLiteValue,
    mayChangeMore: Bool
  ) {
    if mayChangeMore { self.mayChangeMore = true }
    guard let place = place(of: state) else {
      let change = ColumnChange(index: index, value: value)
      rows.append(Row(state: state, writer: writer, changes: [change]))
      state.pendingPlace = UInt16(rows.count)
      return
    }
    if let known = rows[place].changes.firstIndex(where: { $0.index == index }) {
      rows[place].changes[known].value = value
    } else {
      rows[place].changes.append(ColumnChange(index: index, value: value))
    }
  }

  /// Writes all updates. After a failure, drops the remaining updates, because the transaction will
  /// be rolled back.
  func run() throws {
    // The release of a row may run a `deinit` that sets other properties.
    while !rows.isEmpty {
      for row in removeAll() { try row.writer.update(row.state, row.changes) }
    }
  }

  /// Drops all updates. Returns their states; the caller releases them where user code may run.
  func clear() -> [AnyObject] { removeAll().map(\.state) }

  private func removeAll() -> [Row] {
    let removed = rows
    rows = []
    for row in removed { row.state.pendingPlace = 0 }
    mayChangeMore = false
    return removed
  }
}

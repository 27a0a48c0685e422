import StateGraphSQLite

/// Property changes of the open write that have not been written to the file yet.
///
/// Several changes of one row become one UPDATE. The changes are written before anything that could
/// observe the delay: SQL of the user, the start and the end of a nested write, and COMMIT.
///
/// Only the thread that holds the write lock uses this object.
final class PendingUpdates {
  private struct Row {
    let state: EntityState
    let writer: PropertyWriter
    var changes: [ColumnChange]
  }

  /// The rows with deferred changes, in the order of their first change.
  ///
  /// The state of each row stores the row's position in this array.
  @exclusivity(unchecked) private var rows: [Row] = []

  /// Whether a deferred update may change columns that it does not set, for example by a trigger.
  ///
  /// If so, the deferred updates must run before another column is read.
  @exclusivity(unchecked) private(set) var mayChangeMore = false

  private static let limit = 512

  var isEmpty: Bool { rows.isEmpty }

  /// Returns the index in `rows` of the state's row, or nil if the row has no deferred changes.
  private func place(of state: EntityState) -> Int? {
    state.pendingPlace == 0 ? nil : Int(state.pendingPlace) - 1
  }

  /// Returns the newest deferred value of the column, or nil if the column has no deferred change.
  func value(_ index: Int, of state: EntityState) -> SQLiteValue? {
    guard let place = place(of: state) else { return nil }
    return rows[place].changes.last { $0.index == index }?.value
  }

  /// Returns whether the deferred updates must run before this row is changed again.
  ///
  /// They must run if other rows were changed in the meantime. The order of the updates can decide
  /// whether a unique constraint fails.
  func mustRun(beforeSetting state: EntityState) -> Bool {
    if rows.count >= PendingUpdates.limit { return true }
    guard let place = place(of: state) else { return false }
    return place != rows.count - 1
  }

  func set(
    _ index: Int,
    of state: EntityState,
    writer: PropertyWriter,
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

  /// Writes all deferred updates.
  ///
  /// If an update fails, the remaining updates are dropped, because the transaction will be rolled
  /// back.
  func run() throws {
    // A released row may run a `deinit` that sets other properties, which adds new updates. The
    // loop therefore continues until there are no more updates.
    while !rows.isEmpty {
      for row in removeAll() { try row.writer.update(row.state, changes: row.changes) }
    }
  }

  /// Drops all deferred updates.
  ///
  /// - Returns: The states of the updates. The caller must release them at a point where user code
  ///   may run.
  func clear() -> [AnyObject] { removeAll().map(\.state) }

  private func removeAll() -> [Row] {
    let removed = rows
    rows = []
    for row in removed { row.state.pendingPlace = 0 }
    mayChangeMore = false
    return removed
  }
}

/// A new value for one column of a row. `index` is the column's index in the entity's definition.
package struct ColumnChange {
  let index: Int
  var value: SQLiteValue
}

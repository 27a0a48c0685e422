import CSQLite

/// Records which rows of one watched table the open transaction has changed.
///
/// Only the thread that holds the write lock uses this object.
package final class WatchedTable {
  /// What is known about the changes of the open transaction.
  private enum Changes {
    /// Each changed row is known.
    case rows(RecordedRows)
    /// Any row may have changed. More rows than `rowLimit` have changed, or a row cannot be
    /// identified.
    ///
    /// `columns` are the columns that may have changed. They are known only if more rows than
    /// `rowLimit` were changed, and all changes were UPDATEs that keep the primary key and that
    /// SQLite has not undone. `overflow` has the changed rows for the outbox. It is nil if the
    /// transaction does not belong in the outbox.
    case anyRow(columns: ColumnMask? = nil, overflow: OverflowedRows? = nil)
  }

  @exclusivity(unchecked) private(set) var capture: TableCapture
  @exclusivity(unchecked) private var changes: Changes
  /// The maximum number of changed rows in memory. Tests set a smaller limit.
  @exclusivity(unchecked) var rowLimit = RememberedRowLimit.standard
  /// The change that the running statement should make. Nil if the caller does not know the change.
  @exclusivity(unchecked) private var expected: ExpectedChange?
  /// The number of changes of this table that the preupdate hook has reported in the open
  /// transaction.
  @exclusivity(unchecked) package private(set) var eventCount = 0
  /// Whether the recorded changes of this table may be wrong, because SQLite may have undone a
  /// change or the table's columns may have changed.
  @exclusivity(unchecked) package private(set) var isTainted = false
  /// The changes of the open transaction in the order in which they were made.
  package let log = UncommittedLog()

  /// Whether the outbox of the file must contain each changed row of this table.
  @exclusivity(unchecked) var isReplicated = false
  /// The rowids at BEGIN of rows whose key is another one, and that the open transaction has
  /// updated or deleted. Nil if they are not kept. An undo needs them to insert a deleted row at
  /// its old place.
  @exclusivity(unchecked) private(set) var rowIDs: [RowKey: Int64]?
  private let spill: ChangeSpill
  private var isSpilling: Bool { isReplicated && spill.isOn }

  /// - Parameters:
  ///   - capture: Copies rows of this table in the preupdate hook.
  ///   - isReset: Whether the open transaction may already have changed rows that are not recorded.
  ///   - keepsRowIDs: Whether to keep `rowIDs`.
  ///   - spill: Takes the changed rows beyond the limit, if the table is replicated.
  init(
    _ capture: TableCapture,
    isReset: Bool = false,
    keepsRowIDs: Bool = false,
    spill: ChangeSpill = ChangeSpill()
  ) {
    self.capture = capture
    self.spill = spill
    changes = isReset ? .anyRow() : .rows(RecordedRows())
    isTainted = isReset
    rowIDs = keepsRowIDs ? [:] : nil
  }

  var name: String { capture.table.name }

  /// Whether the open transaction has changed a row of this table, or may have changed one.
  package var hasChanges: Bool {
    if case .rows(let rows) = changes { !rows.isEmpty } else { true }
  }

  /// The changed rows for the outbox, after the rows in memory have reached their limit. Nil
  /// before, and in a table that is not replicated.
  var overflow: OverflowedRows? {
    if case .anyRow(_, let overflow) = changes { overflow } else { nil }
  }

  /// Replaces the declared columns of the table. ``ChangeLog`` calls this method after a schema
  /// change.
  func setShape(_ capture: TableCapture) {
    self.capture = capture
    distrust()
  }

  /// Discards all recorded changes. Called when a transaction begins, and after a transaction was
  /// rolled back.
  func clear() {
    // Most transactions change few of the watched tables.
    guard eventCount != 0 || isTainted || log.isOn else { return }
    if case .rows(let rows) = changes { rows.removeAll() } else { changes = .rows(RecordedRows()) }
    log.drop()
    rowIDs?.removeAll()
    eventCount = 0
    isTainted = false
  }

  func reset() {
    changes = .anyRow()
    distrust()
  }

  func taint(since mark: Int) {
    distrust()
    switch changes {
    case .rows(let rows):
      rows.fold(by: capture)
      rows.taint(since: mark)
    case .anyRow(_, let overflow): overflow?.kept.taint(since: mark)
    }
  }

  /// Makes the recorded changes count as possibly wrong.
  private func distrust() {
    isTainted = true
    log.drop()
    if case .anyRow(_?, let overflow) = changes { changes = .anyRow(overflow: overflow) }
  }

  /// Runs `body`. Meanwhile the preupdate hook compares the change that it reports with `change`.
  ///
  /// - Parameters:
  ///   - change: The change that the statement should make, or nil if the caller does not know it.
  ///   - body: Runs the statement.
  package func expecting<Result>(_ change: ExpectedChange?, body: () throws -> Result) rethrows
    -> Result
  {
    expected = change
    defer { expected = nil }
    return try body()
  }
}

// MARK: - Uncommitted rows

extension WatchedTable {
  /// Returns the state at BEGIN of the row with this key.
  ///
  /// Returns nil if the open transaction has not changed the row.
  package func uncommittedChange(_ key: RowKey) -> UncommittedChange? {
    guard case .rows(let rows) = changes else { return .unknown }
    rows.fold(by: capture)
    guard let place = rows.byKey.place(of: key) else { return nil }
    return rows.byKey.entries[place].old.map { .existed($0) } ?? .inserted
  }

  /// Returns the current values of one row in the open transaction, if they are in memory.
  ///
  /// - Parameters:
  ///   - image: A row image that begins with the columns of the row's primary key.
  ///   - hash: The hash of that key.
  package func uncommittedImage(of image: RowImage, hash: UInt32) -> UncommittedImage {
    uncommittedImage { $0.place(hash) { $0.isKey(of: image) } }
  }

  /// Returns the current values of the row with this primary key in the open transaction, if they
  /// are in memory.
  package func uncommittedImage(of key: RowKey) -> UncommittedImage {
    uncommittedImage { $0.place(of: key) }
  }

  @inline(__always)
  private func uncommittedImage(_ place: (TouchedRows) -> Int?) -> UncommittedImage {
    guard case .rows(let rows) = changes else { return .unknown }
    rows.fold(by: capture)
    guard let place = place(rows.byKey) else { return .untouched }
    let entry = rows.byKey.entries[place]
    guard !entry.isTainted, let new = entry.new else { return .unknown }
    return .image(new)
  }

  /// Returns one element for each row that the open transaction has changed: the row before its
  /// first change and after its last change.
  ///
  /// Returns nil if more than `limit` rows have changed, or if the recorded changes may be
  /// incomplete or wrong.
  package func netSteps(atMost limit: Int) -> [UncommittedStep]? {
    guard !isTainted, case .rows(let rows) = changes, rows.count <= limit else { return nil }
    return rows.steps
  }
}

// MARK: - Changes that the preupdate hook reports

extension WatchedTable {
  func record(
    _ operation: Int32,
    at position: Int,
    oldRowID: Int64,
    newRowID: Int64,
    on handle: OpaquePointer
  ) {
    eventCount += 1
    switch changes {
    case .anyRow(let columns, let overflow):
      if let columns {
        let added =
          operation == SQLITE_UPDATE && oldRowID == newRowID
          ? capture.updatedColumns(addedTo: columns, on: handle) : nil
        changes = .anyRow(columns: added, overflow: overflow)
      }
      // Only the outbox and the log need a copy of the row.
      guard overflow != nil || log.isOn else { return }
    case .rows(let rows):
      if let expected,
        isReporting(expected, as: operation, isSameRow: oldRowID == newRowID, on: handle)
      {
        self.expected = nil
        return record(expected, in: rows, at: position)
      }
    }
    let touches = capture.touches(
      operation,
      at: position,
      oldRowID: oldRowID,
      newRowID: newRowID,
      on: handle
    )
    guard let touches else { return recordUnknownRow() }
    if rowIDs != nil, case .rows = changes { keepRowID(oldRowID, of: touches.first) }
    record(touches.first)
    // The first row may have been the one beyond the limit.
    if let second = touches.second { record(second) }
  }

  /// Returns whether the current call of the preupdate hook reports the expected change.
  ///
  /// A change by a trigger or a foreign key action has a depth greater than 0. It is never the
  /// expected change.
  private func isReporting(
    _ expected: ExpectedChange,
    as operation: Int32,
    isSameRow: Bool,
    on handle: OpaquePointer
  ) -> Bool {
    guard sqlite3_preupdate_depth(handle) == 0 else { return false }
    switch expected {
    case .insertion: return operation == SQLITE_INSERT
    case .update(let update):
      return operation == SQLITE_UPDATE && isSameRow && capture.isOldImage(update.old, on: handle)
    }
  }

  private func record(_ expected: ExpectedChange, in rows: RecordedRows, at position: Int) {
    switch expected {
    case .insertion(let image):
      log.append(old: nil, new: image)
      if rowLimit.allowsRow(after: rows.count) {
        rows.insert(image, at: position)
      } else {
        forget(rows, and: capture.insertion(of: image, at: position))
      }
    case .update(let update):
      record(
        TouchedRows.Entry(
          key: update.key,
          hash: update.hash,
          old: update.old,
          new: update.new,
          touchedAt: position
        )
      )
    }
  }

  private func record(_ touch: TouchedRows.Entry) {
    if touch.isTainted { log.drop() } else { log.append(old: touch.old, new: touch.new) }
    switch changes {
    case .anyRow(_, let overflow): overflow?.record(touch, in: capture.table)
    case .rows(let rows):
      rows.fold(by: capture)
      if rows.update(touch) { return }
      if rowLimit.allowsRow(after: rows.count) {
        rows.append(touch)
      } else {
        forget(rows, and: touch)
      }
    }
  }

  /// Stops recording rows in memory, because the changed row `touch` would exceed `rowLimit`.
  private func forget(_ rows: RecordedRows, and touch: TouchedRows.Entry) {
    let columns = isTainted ? nil : rows.byKey.updatedColumns
    if isSpilling { rows.fold(by: capture) }
    let overflow = isSpilling ? OverflowedRows(kept: rows, spill: spill) : nil
    overflow?.record(touch, in: capture.table)
    changes = .anyRow(
      columns: columns?.adding(old: touch.old, new: touch.new, isTainted: touch.isTainted),
      overflow: overflow
    )
  }

  private func keepRowID(_ rowID: Int64, of touch: TouchedRows.Entry) {
    let table = capture.table
    guard touch.old != nil, table.hasRowID, !table.hasRowIDAsKey, !table.primaryKey.isEmpty,
      rowIDs?[touch.key] == nil
    else { return }
    rowIDs?[touch.key] = rowID
  }

  /// Records that the preupdate hook has reported a row that cannot be identified.
  ///
  /// A transaction of a replicated file then fails, because the outbox cannot name the row.
  private func recordUnknownRow() {
    log.drop()
    if case .anyRow(_, nil) = changes { return }
    if isSpilling { spill.fail(with: ReplicaError.keyBeyondServer(table: name)) }
    if case .rows = changes { changes = .anyRow() }
  }
}

// MARK: - Net changes of the transaction

extension WatchedTable {
  /// Returns the net changes of the transaction to this table, or nil if there are none.
  func netChanges(reading connection: Connection) throws(DatabaseError) -> TableChanges? {
    switch changes {
    case .anyRow(let columns, _): return columns.map { TableChanges.updates($0) } ?? .reset
    case .rows(let rows):
      let changes = try rows.netChanges(by: capture, reading: connection)
      return changes.isEmpty ? nil : .rows(changes)
    }
  }

  /// Returns the net changes of the rows that were in memory when the limit was reached.
  func keptChanges(reading connection: Connection) throws(DatabaseError) -> [RowChange] {
    try overflow?.kept.netChanges(by: capture, reading: connection) ?? []
  }
}

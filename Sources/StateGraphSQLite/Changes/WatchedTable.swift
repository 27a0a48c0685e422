import CSQLite

/// Records which rows of one watched table the open transaction has changed.
///
/// Stores two copies of each changed row. The first copy is the row before its first change, which
/// is the row at BEGIN. This first copy stays correct even if SQLite undoes the change. The second
/// copy is the row after its last change, which is the current row.
///
/// Only the thread that holds the write lock uses this object.
package final class WatchedTable {
  @exclusivity(unchecked) private(set) var capture: TableCapture
  @exclusivity(unchecked) private var rows = TouchedRows()
  /// The maximum number of changed rows in memory. Tests set a smaller limit.
  @exclusivity(unchecked) var rowLimit = RememberedRowLimit.standard
  /// Whether any row of the table may have changed, because it is unknown which rows have changed.
  ///
  /// True if more rows than `rowLimit` have changed, or if a row cannot be identified.
  @exclusivity(unchecked) private var isReset: Bool
  /// The columns that may have changed, or nil if these columns are not known.
  ///
  /// They are known only if more rows than `rowLimit` were changed, and all changes were UPDATEs
  /// that keep the primary key. This object then stores the columns instead of the rows.
  @exclusivity(unchecked) private var updatedColumns: ColumnMask?
  /// Inserted rows that matched an ``ExpectedChange`` and are not yet in `rows`. Each row has the
  /// position of its INSERT in the ``ChangeLog``.
  ///
  /// The separate list makes a bulk insert faster, because adding its rows to `rows` would hash
  /// every key.
  @exclusivity(unchecked) private var inserted: [(image: RowImage, position: Int)] = []
  /// The change that the running statement should make. Nil if the caller does not know the change.
  @exclusivity(unchecked) private var expected: ExpectedChange?
  /// The number of changes of this table that the preupdate hook has reported in the open
  /// transaction.
  @exclusivity(unchecked) package private(set) var eventCount = 0
  /// Whether the recorded changes of this table may be wrong, because SQLite may have undone a
  /// change or the table's columns may have changed.
  @exclusivity(unchecked) package private(set) var isTainted = false

  /// The changes for ``changes(since:)``, in the order in which they were made.
  ///
  /// Nil before the first call of ``mark()`` in the transaction, and after changes were lost.
  @exclusivity(unchecked) private var log: UncommittedLog?
  @exclusivity(unchecked) private var logNumber = 0

  /// Whether the outbox of the file must contain each changed row of this table.
  @exclusivity(unchecked) var isReplicated = false
  /// The changed rows for the outbox, after `rows` has reached its limit. Nil before, and in a
  /// table that is not replicated.
  @exclusivity(unchecked) private(set) var overflow: OverflowedRows?
  /// Whether to keep the rowids of changed rows whose key is another one. An undo needs them to
  /// insert a deleted row at its old place.
  @exclusivity(unchecked) var keepsRowIDs = false
  /// The rowids at BEGIN of rows that the open transaction has updated or deleted.
  @exclusivity(unchecked) private(set) var rowIDs: [RowKey: Int64] = [:]
  private let spill: ChangeSpill
  private var isSpilling: Bool { isReplicated && spill.isOn }

  /// - Parameters:
  ///   - capture: Copies rows of this table in the preupdate hook.
  ///   - isReset: Whether the open transaction may already have changed rows that are not recorded.
  ///   - spill: Takes the changed rows beyond the limit, if the table is replicated.
  init(_ capture: TableCapture, isReset: Bool = false, spill: ChangeSpill = ChangeSpill()) {
    self.capture = capture
    self.spill = spill
    self.isReset = isReset
    isTainted = isReset
  }

  var name: String { capture.table.name }

  /// Whether the open transaction has changed a row of this table, or may have changed one.
  package var hasChanges: Bool { isReset || !rows.isEmpty || !inserted.isEmpty }

  /// Replaces the declared columns of the table. ``ChangeLog`` calls this method after a schema
  /// change.
  func setShape(_ capture: TableCapture) {
    self.capture = capture
    isTainted = true
    dropLog()
  }

  /// Discards all recorded changes. Called when a transaction begins, and after a transaction was
  /// rolled back.
  func clear() {
    // Most transactions change few of the watched tables.
    guard eventCount != 0 || isTainted || isReset || log != nil else { return }
    dropLog()
    if hasChanges {
      rows.removeAll()
      inserted = []
      isReset = false
      updatedColumns = nil
      overflow = nil
    }
    rowIDs = [:]
    expected = nil
    eventCount = 0
    isTainted = false
  }

  func reset() {
    forgetRows()
    overflow = nil
    isTainted = true
    dropLog()
  }

  private func forgetRows() {
    isReset = true
    updatedColumns = nil
    rows.removeAll()
    inserted = []
  }

  /// Discards all recorded rows, because the changed row `touch` would exceed `rowLimit`.
  ///
  /// If all changes in the transaction, including `touch`, are UPDATEs, the set of updated columns
  /// is kept.
  private func forgetRows(and touch: RowTouch, at position: Int) {
    fold()
    let columns = isTainted ? nil : rows.updatedColumns
    let kept = isSpilling ? OverflowedRows(rows, spill: spill) : nil
    forgetRows()
    overflow = kept
    updatedColumns = columns?.adding(old: touch.old, new: touch.new, isTainted: touch.isTainted)
    if overflow != nil { addOverflow(touch, at: position) }
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

  /// Moves the rows of `inserted` to `rows`, where a row can be found by its key.
  private func fold() {
    guard !inserted.isEmpty else { return }
    // If this method reserved memory at each call, a few inserted rows would move all `rows` each
    // time.
    if inserted.count > rows.count { rows.reserveCapacity(rows.count + inserted.count) }
    for (image, position) in inserted {
      let key = capture.key(of: image, rowID: .value(.null))
      touch(
        RowTouch(key: key, old: nil, new: image, isTainted: false),
        hash: key.keyHash,
        at: position
      )
    }
    inserted = []
  }

  /// Returns the state at BEGIN of the row with this key.
  ///
  /// Returns nil if the open transaction has not changed the row.
  package func uncommittedChange(_ key: RowKey) -> UncommittedChange? {
    guard hasChanges else { return nil }
    fold()
    if isReset { return .unknown }
    guard let place = rows.place(of: key) else { return nil }
    return rows.entries[place].old.map { .existed($0) } ?? .inserted
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
    guard hasChanges else { return .untouched }
    fold()
    if isReset { return .unknown }
    guard let place = place(rows) else { return .untouched }
    let entry = rows.entries[place]
    guard !entry.isTainted, let new = entry.new else { return .unknown }
    return .image(new)
  }

  func taint(since mark: Int) {
    isTainted = true
    dropLog()
    fold()
    rows.taint(since: mark)
    overflow?.taint(since: mark)
  }
}

// MARK: - Log of uncommitted changes

extension WatchedTable {
  /// Returns the position after the newest change of the open transaction.
  ///
  /// A later call of ``changes(since:)`` with this position returns the changes made in between.
  /// The first call in a transaction starts the log of changes.
  package func mark() -> UncommittedMark {
    if log == nil { log = UncommittedLog() }
    return UncommittedMark(log: logNumber, place: log?.changes.count ?? 0)
  }

  /// Returns the changes that the open transaction has made after `mark`, in their order.
  ///
  /// Returns nil if the log has lost changes, for example because a nested write was undone. The
  /// caller must then read its rows again.
  package func changes(since mark: UncommittedMark) -> ArraySlice<UncommittedStep>? {
    guard mark.log == logNumber, let log else { return nil }
    return log.changes[mark.place...]
  }

  /// Returns one element for each row that the open transaction has changed: the row before its
  /// first change and after its last change.
  ///
  /// Returns nil if more than `limit` rows have changed, or if the recorded changes may be
  /// incomplete or wrong.
  package func netSteps(atMost limit: Int) -> [UncommittedStep]? {
    guard !isReset, !isTainted, rows.count + inserted.count <= limit else { return nil }
    return rows.entries.map { UncommittedStep(old: $0.old, new: $0.new) }
      + inserted.map { UncommittedStep(old: nil, new: $0.image) }
  }

  private func dropLog() {
    guard log != nil else { return }
    log = nil
    logNumber += 1
  }

  /// Appends the rows of one call of the preupdate hook to the log. The log is dropped if the rows
  /// are not known.
  private func log(_ touches: (first: RowTouch, second: RowTouch?)?) {
    guard log != nil else { return }
    guard let touches, !touches.first.isTainted,
      log?.append(old: touches.first.old, new: touches.first.new) == true
    else { return dropLog() }
    guard let second = touches.second else { return }
    if log?.append(old: second.old, new: second.new) != true { dropLog() }
  }

  /// Appends a change that the preupdate hook has found to be the expected one to the log.
  private func log(_ change: ExpectedChange) {
    guard log != nil else { return }
    let isLogged =
      switch change {
      case .insertion(let image): log?.append(old: nil, new: image)
      case .update(let update): log?.append(old: update.old, new: update.new)
      }
    if isLogged != true { dropLog() }
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
    if isReset {
      if log != nil {
        log(capture.touches(operation, oldRowID: oldRowID, newRowID: newRowID, on: handle))
      }
      if let columns = updatedColumns {
        updatedColumns =
          operation == SQLITE_UPDATE && oldRowID == newRowID
          ? capture.updatedColumns(addedTo: columns, on: handle) : nil
      }
      if overflow != nil {
        recordOverflow(
          operation,
          position: position,
          oldRowID: oldRowID,
          newRowID: newRowID,
          on: handle
        )
      }
      return
    }
    if let expected, isExpected(operation, oldRowID: oldRowID, newRowID: newRowID, on: handle) {
      self.expected = nil
      log(expected)
      return record(expected, at: position)
    }
    fold()
    let touches = capture.touches(operation, oldRowID: oldRowID, newRowID: newRowID, on: handle)
    log(touches)
    guard let touches else {
      refuseUnknownRow()
      return forgetRows()
    }
    if keepsRowIDs { keepRowID(oldRowID, of: touches.first) }
    touch(touches.first, hash: touches.first.key.keyHash, at: position)
    guard let second = touches.second else { return }
    // The first row may have been the one beyond the limit.
    if isReset {
      addOverflow(second, at: position)
    } else {
      touch(second, hash: second.key.keyHash, at: position)
    }
  }

  private func keepRowID(_ rowID: Int64, of touch: RowTouch) {
    let table = capture.table
    guard touch.old != nil, table.hasRowID, !table.hasRowIDAsKey, !table.primaryKey.isEmpty,
      rowIDs[touch.key] == nil
    else { return }
    rowIDs[touch.key] = rowID
  }

  /// Adds the change that the current call of the preupdate hook reports to `overflow`.
  private func recordOverflow(
    _ operation: Int32,
    position: Int,
    oldRowID: Int64,
    newRowID: Int64,
    on handle: OpaquePointer
  ) {
    let touches = capture.touches(operation, oldRowID: oldRowID, newRowID: newRowID, on: handle)
    guard let touches else { return refuseUnknownRow() }
    addOverflow(touches.first, at: position)
    if let second = touches.second { addOverflow(second, at: position) }
  }

  private func addOverflow(_ touch: RowTouch, at position: Int) {
    overflow?.record(touch, hash: touch.key.keyHash, at: position, in: capture.table)
  }

  /// Makes a transaction of a replicated file fail, because the outbox cannot name the changed row.
  private func refuseUnknownRow() {
    if isSpilling { spill.fail(with: ReplicaError.keyBeyondServer(table: name)) }
  }

  /// Returns whether the current call of the preupdate hook reports the expected change.
  ///
  /// A change by a trigger or a foreign key action has a depth greater than 0. It is never the
  /// expected change.
  private func isExpected(
    _ operation: Int32,
    oldRowID: Int64,
    newRowID: Int64,
    on handle: OpaquePointer
  ) -> Bool {
    guard let expected, sqlite3_preupdate_depth(handle) == 0 else { return false }
    switch expected {
    case .insertion: return operation == SQLITE_INSERT
    case .update(let update):
      return operation == SQLITE_UPDATE && oldRowID == newRowID
        && capture.isOldImage(update.old, on: handle)
    }
  }

  private func record(_ change: ExpectedChange, at position: Int) {
    switch change {
    case .insertion(let image):
      if rowLimit.allowsRow(after: rows.count + inserted.count) {
        inserted.append((image, position))
      } else if !isSpilling {
        forgetRows()
      } else {
        let key = capture.key(of: image, rowID: .value(.null))
        forgetRows(and: RowTouch(key: key, old: nil, new: image, isTainted: false), at: position)
      }
    case .update(let update):
      fold()
      touch(
        RowTouch(key: update.key, old: update.old, new: update.new, isTainted: false),
        hash: update.hash,
        at: position
      )
    }
  }

  private func touch(_ touch: RowTouch, hash: UInt32, at position: Int) {
    if let place = rows.place(hash, where: { $0 == touch.key }) {
      rows.touch(place, new: touch.new, at: position, isTainted: touch.isTainted)
    } else if !rowLimit.allowsRow(after: rows.count) {
      forgetRows(and: touch, at: position)
    } else {
      rows.append(
        TouchedRows.Entry(
          key: touch.key,
          hash: hash,
          old: touch.old,
          new: touch.new,
          touchedAt: position,
          isTainted: touch.isTainted
        )
      )
    }
  }
}

// MARK: - Net changes of the transaction

extension WatchedTable {
  /// Returns the net changes of the transaction to this table, or nil if there are none.
  ///
  /// Rows whose changes SQLite may have undone are read again from the table.
  func netChanges(reading connection: Connection) throws(DatabaseError) -> TableChanges? {
    if isReset {
      // If SQLite may have undone a change, the set of updated columns is not reliable.
      guard let updatedColumns, !isTainted else { return .reset }
      return .updates(updatedColumns)
    }
    if rows.isEmpty, !inserted.isEmpty {
      // No key occurs twice in `inserted`. A key can be inserted again only after a DELETE.
      // Recording a DELETE moves all rows of `inserted` to `rows`.
      return .rows(
        inserted.map { image, _ in
          RowChange(key: capture.key(of: image, rowID: .value(.null)), old: nil, new: image)
        }
      )
    }
    fold()
    let changes = try netChanges(of: rows, reading: connection)
    return changes.isEmpty ? nil : .rows(changes)
  }

  /// Returns the net changes of the rows that were in memory when the limit was reached.
  func keptChanges(reading connection: Connection) throws(DatabaseError) -> [RowChange] {
    guard let overflow else { return [] }
    return try netChanges(of: overflow.kept, reading: connection)
  }

  /// Reads the row with this key from the table. Returns nil if the row does not exist.
  func currentImage(
    of key: RowKey,
    reading connection: Connection
  ) throws(DatabaseError) -> RowImage? {
    let image = try capture.table.image(of: key, reading: connection)
    // Under the collation NOCASE, a query for the key 'a' may return the row 'A'. The row 'A' is
    // recorded separately, and the row 'a' does not exist.
    if let image, capture.key(of: image, rowID: key) != key { return nil }
    return image
  }

  private func netChanges(
    of rows: TouchedRows,
    reading connection: Connection
  ) throws(DatabaseError) -> [RowChange] {
    var changes: [RowChange] = []
    changes.reserveCapacity(rows.count)
    let hookIndexes = capture.hookIndexes
    for entry in rows.entries {
      var new = entry.new
      if entry.isTainted {
        new = try currentImage(of: entry.key, reading: connection)
      }
      let change = RowChange(
        key: entry.key,
        net: entry.old,
        new,
        comparing: { hookIndexes[$0] != nil }
      )
      if let change { changes.append(change) }
    }
    return changes
  }
}

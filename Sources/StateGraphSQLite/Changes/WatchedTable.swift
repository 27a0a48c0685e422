import CSQLite

/// Records which rows of one watched table the open transaction has changed.
///
/// For each changed row it keeps two images. The image before the *first* change is the row's image
/// at BEGIN, even if that change is undone later. The image after the *last* change is the current
/// one.
///
/// Used only by the thread that holds the write lock.
package final class WatchedTable {
  @exclusivity(unchecked) private(set) var capture: TableCapture
  @exclusivity(unchecked) private var rows = TouchedRows()
  /// Tests set a smaller limit.
  @exclusivity(unchecked) var rowLimit = RememberedRowLimit.standard
  /// Whether the changed rows are no longer remembered, because they exceed `rowLimit` or a row
  /// cannot be identified. The whole table then counts as changed.
  @exclusivity(unchecked) private var isReset: Bool
  /// The columns that may have changed. Non-nil only if the rows were forgotten because of too many
  /// UPDATEs, and all changes are UPDATEs that keep the primary key.
  @exclusivity(unchecked) private var updatedColumns: ColumnMask?
  /// Inserted rows that matched an ``ExpectedChange`` and were not yet moved to `rows`. They are
  /// kept apart so that a bulk insert need not hash every key.
  @exclusivity(unchecked) private var inserted: [(image: RowImage, position: Int)] = []
  /// The change that the running statement should make, or nil if it is not known.
  @exclusivity(unchecked) private var expected: ExpectedChange?
  /// The number of hook callbacks for this table in the open transaction.
  @exclusivity(unchecked) package private(set) var eventCount = 0
  /// Whether the open transaction may have undone a change of this table, or has changed its
  /// columns.
  @exclusivity(unchecked) package private(set) var isTainted = false

  /// - Parameters:
  ///   - capture: Reads the rows of this table in the preupdate hook.
  ///   - isReset: Whether the open transaction may already have changed rows that were not
  ///     recorded.
  init(_ capture: TableCapture, isReset: Bool = false) {
    self.capture = capture
    self.isReset = isReset
    isTainted = isReset
  }

  var name: String { capture.table.name }

  /// Whether the open transaction has changed, or may have changed, a row of this table.
  package var hasChanges: Bool { isReset || !rows.isEmpty || !inserted.isEmpty }

  /// Replaces the declared columns of the table after a schema change.
  func setShape(_ capture: TableCapture) {
    self.capture = capture
    isTainted = true
  }

  /// Discards all recorded changes. Called when a transaction begins and after a rollback.
  func clear() {
    if hasChanges {
      rows.removeAll()
      inserted = []
      isReset = false
      updatedColumns = nil
    }
    expected = nil
    eventCount = 0
    isTainted = false
  }

  func reset() {
    forgetRows()
    isTainted = true
  }

  private func forgetRows() {
    isReset = true
    updatedColumns = nil
    rows.removeAll()
    inserted = []
  }

  /// Forgets all recorded rows, because `touch` would exceed `rowLimit`. Keeps the set of updated
  /// columns if all changes so far are UPDATEs.
  private func forgetRows(and touch: RowTouch) {
    fold()
    let columns = isTainted ? nil : rows.updatedColumns
    forgetRows()
    updatedColumns = columns?.adding(old: touch.old, new: touch.new, isTainted: touch.isTainted)
  }

  /// Runs `body`, during which the hook expects one change of this table.
  ///
  /// - Parameters:
  ///   - change: The change that the statement should make; nil if it is not known.
  ///   - body: Runs the statement.
  package func expecting<Result>(_ change: ExpectedChange?, _ body: () throws -> Result) rethrows
    -> Result
  {
    expected = change
    defer { expected = nil }
    return try body()
  }

  /// Moves the rows of `inserted` to `rows`.
  private func fold() {
    guard !inserted.isEmpty else { return }
    // Reserve only for many rows. Reserving for one row at a time would reallocate at each call.
    if inserted.count > rows.count { rows.reserveCapacity(rows.count + inserted.count) }
    for (image, position) in inserted {
      let key = capture.key(of: image, rowID: .value(.null))
      touch(RowTouch(key: key, old: nil, new: image, isTainted: false), key.keyHash, at: position)
    }
    inserted = []
  }

  /// Returns the state at BEGIN of the row with this key. Nil if the open transaction has not
  /// changed that row.
  package func uncommittedChange(_ key: RowKey) -> UncommittedChange? {
    guard hasChanges else { return nil }
    fold()
    if isReset { return .unknown }
    guard let place = rows.place(of: key) else { return nil }
    return rows.entries[place].old.map { .existed($0) } ?? .inserted
  }

  /// Returns the current state of a row in the open transaction. `image` begins with the columns of
  /// the row's primary key, and `hash` is the hash of that key.
  package func uncommittedImage(of image: RowImage, hash: UInt32) -> UncommittedImage {
    guard hasChanges else { return .untouched }
    fold()
    if isReset { return .unknown }
    guard let place = rows.place(hash, where: { $0.isKey(of: image) }) else { return .untouched }
    let entry = rows.entries[place]
    guard !entry.isTainted, let new = entry.new else { return .unknown }
    return .image(new)
  }

  func taint(since mark: Int) {
    isTainted = true
    fold()
    rows.taint(since: mark)
  }
}

// MARK: - From the hook

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
      if let columns = updatedColumns {
        updatedColumns =
          operation == SQLITE_UPDATE && oldRowID == newRowID
          ? capture.updatedColumns(addedTo: columns, on: handle) : nil
      }
      return
    }
    if let expected, isExpected(operation, oldRowID, newRowID, on: handle) {
      self.expected = nil
      return record(expected, at: position)
    }
    fold()
    let touches = capture.touches(operation, oldRowID: oldRowID, newRowID: newRowID, on: handle)
    guard let touches else { return forgetRows() }
    touch(touches.first, touches.first.key.keyHash, at: position)
    if let second = touches.second { touch(second, second.key.keyHash, at: position) }
  }

  /// Returns whether a hook callback reports the change that the running statement was expected to
  /// make. Changes by triggers and cascades have a depth greater than 0, and are never the expected
  /// change.
  private func isExpected(
    _ operation: Int32,
    _ oldRowID: Int64,
    _ newRowID: Int64,
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
      } else {
        forgetRows()
      }
    case .update(let update):
      fold()
      touch(
        RowTouch(key: update.key, old: update.old, new: update.new, isTainted: false),
        update.hash,
        at: position
      )
    }
  }

  private func touch(_ touch: RowTouch, _ hash: UInt32, at position: Int) {
    if let place = rows.place(hash, where: { $0 == touch.key }) {
      rows.touch(place, new: touch.new, at: position, isTainted: touch.isTainted)
    } else if !rowLimit.allowsRow(after: rows.count) {
      forgetRows(and: touch)
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

// MARK: - At COMMIT

extension WatchedTable {
  /// Returns the net changes of the transaction to this table, or nil if there are none.
  func netChanges(reading connection: Connection) throws(DatabaseError) -> TableChanges? {
    if isReset {
      // If a change was undone, the set of updated columns is not reliable.
      guard let updatedColumns, !isTainted else { return .reset }
      return .updates(updatedColumns)
    }
    if rows.isEmpty, !inserted.isEmpty {
      // No key occurs twice in `inserted`: a key can be inserted again only after a DELETE, and
      // recording a DELETE moves these rows to `rows`.
      return .rows(
        inserted.map { image, _ in
          RowChange(key: capture.key(of: image, rowID: .value(.null)), old: nil, new: image)
        }
      )
    }
    fold()
    var changes: [RowChange] = []
    changes.reserveCapacity(rows.count)
    for entry in rows.entries {
      var new = entry.new
      if entry.isTainted {
        new = try capture.table.image(of: entry.key, reading: connection)
        // Under the NOCASE collation, reading the key 'a' may return the row 'A'. That row has
        // another key and its own entry, so the row 'a' does not exist.
        if let image = new, capture.key(of: image, rowID: entry.key) != entry.key {
          new = nil
        }
      }
      let change = RowChange(
        key: entry.key,
        net: entry.old,
        new,
        comparing: { capture.hookIndexes[$0] != nil }
      )
      if let change { changes.append(change) }
    }
    return changes.isEmpty ? nil : .rows(changes)
  }
}

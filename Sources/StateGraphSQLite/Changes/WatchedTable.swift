import CSQLite

/// The changes of the open transaction to the rows of one watched table.
///
/// For each row it keeps the image before the *first* touch, which is the row's image at BEGIN even
/// if the touch is undone later, and the image after the *last* touch.
///
/// Confined to the thread that holds the write lock.
package final class WatchedTable {
  @exclusivity(unchecked) private(set) var capture: TableCapture
  @exclusivity(unchecked) private var rows = TouchedRows()
  /// Tests set a smaller limit.
  @exclusivity(unchecked) var rowLimit = RememberedRowLimit.standard
  /// Whether the rows were dropped: there are more than the limit, or a row cannot be identified.
  @exclusivity(unchecked) private var isReset: Bool
  /// The columns that may have changed; nil unless the rows were dropped only because there were
  /// too many updates.
  @exclusivity(unchecked) private var updatedColumns: ColumnMask?
  /// Rows that were inserted with an expected image and are not in `rows` yet, so that a bulk
  /// insert hashes no keys.
  @exclusivity(unchecked) private var inserted: [(image: RowImage, position: Int)] = []
  /// The change that the running statement is expected to make.
  @exclusivity(unchecked) private var expected: ExpectedChange?
  /// The number of hook callbacks for this table in the open transaction.
  @exclusivity(unchecked) package private(set) var eventCount = 0
  /// Whether a change of the open transaction in this table may have been undone, or the table's
  /// shape has changed.
  @exclusivity(unchecked) package private(set) var isTainted = false

  /// - Parameters:
  ///   - capture: Reads the table's rows in the hook.
  ///   - isReset: Whether the open transaction may have changed rows before the table was watched.
  init(_ capture: TableCapture, isReset: Bool = false) {
    self.capture = capture
    self.isReset = isReset
    isTainted = isReset
  }

  var name: String { capture.table.name }

  /// Whether the open transaction has touched any row, or may have.
  package var hasChanges: Bool { isReset || !rows.isEmpty || !inserted.isEmpty }

  /// Sets the shape that the table has from now on.
  func setShape(_ capture: TableCapture) {
    self.capture = capture
    isTainted = true
  }

  /// Discards all changes, when a transaction begins or was rolled back.
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

  /// Drops the rows, because another touch exceeds the limit.
  private func forgetRows(and touch: RowTouch) {
    fold()
    let columns = isTainted ? nil : rows.updatedColumns
    forgetRows()
    updatedColumns = columns?.adding(old: touch.old, new: touch.new, isTainted: touch.isTainted)
  }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - change: The change that the statement is expected to make; nil if it is not known.
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
    // Only for many rows: reserving for single rows would reallocate each time.
    if inserted.count > rows.count { rows.reserveCapacity(rows.count + inserted.count) }
    for (image, position) in inserted {
      let key = capture.key(of: image, rowID: .value(.null))
      touch(RowTouch(key: key, old: nil, new: image, isTainted: false), key.keyHash, at: position)
    }
    inserted = []
  }

  /// The change of the open transaction to a row; nil if it has not touched the row.
  package func uncommittedChange(_ key: RowKey) -> UncommittedChange? {
    guard hasChanges else { return nil }
    fold()
    if isReset { return .unknown }
    guard let place = rows.place(of: key) else { return nil }
    return rows.entries[place].old.map { .existed($0) } ?? .inserted
  }

  /// The current state of the row whose key is in the first columns of `image`.
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

  /// Whether a callback reports the expected change of the running statement. Triggers and cascades
  /// are reported with a depth greater than 0, possibly before it.
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
  /// The net changes; nil if there are none.
  func netChanges(reading connection: Connection) throws(DatabaseError) -> TableChanges? {
    if isReset {
      // The columns are not known if a change was undone.
      guard let updatedColumns, !isTainted else { return .reset }
      return .updates(updatedColumns)
    }
    if rows.isEmpty, !inserted.isEmpty {
      // Each key occurs once: a delete comes before a second insert of a key, and folds the rows.
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
        // Under NOCASE the statement finds the row 'A' for the key 'a'. That row has an entry of
        // its own.
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

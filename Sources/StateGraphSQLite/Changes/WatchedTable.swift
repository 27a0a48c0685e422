import CSQLite

/// What the open transaction has done to the rows of one watched table.
///
/// For each row it keeps the image of its *first* touch, which is the row as it was at BEGIN even
/// if the touch is undone later, and the image of its *last*.
///
/// Confined to the holder of the writer connection.
package final class WatchedTable {
  @exclusivity(unchecked) private(set) var capture: TableCapture
  @exclusivity(unchecked) private var rows = TouchedRows()
  /// Fewer for tests.
  @exclusivity(unchecked) var rowLimit = TouchedRows.limitPerTable
  /// There are more rows than it pays to remember, or some that cannot be told.
  @exclusivity(unchecked) private var isReset: Bool
  /// The columns that may have changed, where it is reset for no reason but the number of updates.
  @exclusivity(unchecked) private var updatedColumns: ColumnMask?
  /// Rows that were inserted with images that were known before, and that nobody has asked for
  /// since: a bulk insert then hashes no key.
  @exclusivity(unchecked) private var inserted: [(image: RowImage, position: Int)] = []
  /// What the running statement is going to do, if that is known.
  @exclusivity(unchecked) private var expected: ExpectedChange?
  /// Counts the callbacks of the hook for this table in the open transaction.
  @exclusivity(unchecked) package private(set) var eventCount = 0
  /// Whether anything of the open transaction may have been undone in this table, or its shape
  /// changed.
  @exclusivity(unchecked) package private(set) var isTainted = false

  /// - Parameter isReset: What came before it was watched is nobody's to vouch for.
  init(_ capture: TableCapture, isReset: Bool = false) {
    self.capture = capture
    self.isReset = isReset
    isTainted = isReset
  }

  var name: String { capture.table.name }

  /// Whether the open transaction has touched any row, or may have.
  package var hasChanges: Bool { isReset || !rows.isEmpty || !inserted.isEmpty }

  /// The table has another shape from now on.
  func setShape(_ capture: TableCapture) {
    self.capture = capture
    isTainted = true
  }

  /// The transaction was rolled back, or is about to begin.
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

  /// There is one touch more than it pays to remember.
  private func forgetRows(and touch: RowTouch) {
    fold()
    let columns = isTainted ? nil : rows.updatedColumns
    forgetRows()
    updatedColumns = columns?.adding(old: touch.old, new: touch.new, isTainted: touch.isTainted)
  }

  /// Runs a statement that will do this, if it is known.
  package func expecting<Result>(_ change: ExpectedChange?, _ body: () throws -> Result) rethrows
    -> Result
  {
    expected = change
    defer { expected = nil }
    return try body()
  }

  /// Puts the rows that were only noted among the others.
  private func fold() {
    guard !inserted.isEmpty else { return }
    // Not for one after another: each would have its own memory.
    if inserted.count > rows.count { rows.reserveCapacity(rows.count + inserted.count) }
    for (image, position) in inserted {
      let key = capture.key(of: image, rowID: .value(.null))
      touch(RowTouch(key: key, old: nil, new: image, isTainted: false), key.keyHash, at: position)
    }
    inserted = []
  }

  /// What the open transaction has done to the row; nil where it has not touched it.
  package func uncommittedChange(_ key: RowKey) -> UncommittedChange? {
    guard hasChanges else { return nil }
    fold()
    if isReset { return .unknown }
    guard let place = rows.place(of: key) else { return nil }
    return rows.entries[place].old.map { .existed($0) } ?? .inserted
  }

  /// What the open transaction has left of the row whose key is in the first columns of `image`.
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

/// What an open transaction has left of a row.
package enum UncommittedImage {
  /// It is what was committed.
  case untouched
  /// The image of its declared columns.
  case image(RowImage)
  /// It may be gone, or only the file knows.
  case unknown
}

/// What an open transaction has done to a row.
package enum UncommittedChange: Sendable {
  /// The row did not exist when the transaction began.
  case inserted
  /// It did, with this image. It may be gone by now.
  case existed(RowImage)
  /// Too much has changed to remember.
  case unknown
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

  /// Whether a callback is what the running statement was expected to do. Triggers and cascades may
  /// come first; those are deeper.
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
      if rows.count + inserted.count < rowLimit {
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
    } else if rows.count >= rowLimit {
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
  /// The net changes, or nil where there are none.
  func netChanges(reading connection: Connection) throws(DatabaseError) -> TableChanges? {
    if isReset {
      // Of what was undone nobody knows what it left.
      guard let updatedColumns, !isTainted else { return .reset }
      return .updates(updatedColumns)
    }
    if rows.isEmpty, !inserted.isEmpty {
      // Each key once: a second insert of one comes after a delete, which folds.
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
        // Under NOCASE the file finds 'A' for the key 'a', which is another entry's row.
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

import CSQLite

/// What the open transaction has done to the rows of one watched table.
///
/// For each row it keeps the image of its *first* touch, which is the row as it was at BEGIN even
/// if the touch is undone later, and the image of its *last*.
///
/// Confined to the holder of the writer connection.
package final class WatchedTable {
  struct Entry {
    let old: RowImage?
    var new: RowImage?
    /// The log's position at the row's last touch.
    var touchedAt: Int
    /// SQLite may have undone the last touch: the image is read again before COMMIT.
    var isTainted = false
  }

  enum Rows {
    case entries([RowKey: Entry])
    /// More rows than it pays to remember, or some that cannot be told.
    case reset
  }

  private(set) var capture: TableCapture
  @exclusivity(unchecked) private var rows: Rows
  /// Rows that were inserted with images that were known before, and that nobody has asked for
  /// since: a bulk insert then costs no dictionary.
  @exclusivity(unchecked) private var inserted: [(image: RowImage, position: Int)] = []
  /// The image of the row that the running statement inserts, if it inserts one.
  @exclusivity(unchecked) private var expected: RowImage?
  /// Counts the callbacks of the hook for this table in the open transaction.
  @exclusivity(unchecked) package private(set) var eventCount = 0
  /// Whether anything of the open transaction may have been undone in this table, or its shape
  /// changed.
  package private(set) var isTainted = false

  init(_ capture: TableCapture, rows: Rows) {
    self.capture = capture
    self.rows = rows
    // What came before it was watched is nobody's to vouch for.
    if case .reset = rows { isTainted = true }
  }

  var name: String { capture.table.name }

  var hasChanges: Bool {
    if case .entries(let entries) = rows { !entries.isEmpty || !inserted.isEmpty } else { true }
  }

  /// The table has another shape from now on.
  func setShape(_ capture: TableCapture) {
    self.capture = capture
    isTainted = true
  }

  /// The transaction was rolled back, or is about to begin.
  func clear() {
    if hasChanges {
      rows = .entries([:])
      inserted = []
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
    rows = .reset
    inserted = []
  }

  /// How many rows are kept, or nil where they no longer are. Asked for by itself: whoever has the
  /// dictionary in hand while it grows makes it a copy.
  private var keptCount: Int? {
    if case .entries(let entries) = rows { entries.count + inserted.count } else { nil }
  }

  /// Runs a statement that may insert the row of `image`, which has the table's declared columns as
  /// the table will store them.
  package func inserting<Result>(_ image: RowImage?, _ body: () throws -> Result) rethrows -> Result
  {
    expected = image
    defer { expected = nil }
    return try body()
  }

  /// Puts the rows that were only noted among the others.
  private func fold() {
    guard !inserted.isEmpty, case .entries(var entries) = rows else { return }
    rows = .reset
    entries.reserveCapacity(entries.count + inserted.count)
    for (image, position) in inserted {
      let key = capture.key(of: image, rowID: .value(.null))
      if entries[key] != nil {
        entries[key]?.new = image
        entries[key]?.touchedAt = position
      } else {
        entries[key] = Entry(old: nil, new: image, touchedAt: position)
      }
    }
    rows = .entries(entries)
    inserted = []
  }

  /// What the open transaction has done to the row; nil where it has not touched it.
  package func uncommittedChange(_ key: RowKey) -> UncommittedChange? {
    fold()
    switch rows {
    case .reset: return .unknown
    case .entries(let entries):
      guard let entry = entries[key] else { return nil }
      return entry.old.map { .existed($0) } ?? .inserted
    }
  }

  func taint(since mark: Int) {
    isTainted = true
    fold()
    guard case .entries(var entries) = rows else { return }
    rows = .reset
    for (key, entry) in entries where entry.touchedAt > mark { entries[key]?.isTainted = true }
    rows = .entries(entries)
  }
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
    guard let keptCount else { return }
    // A trigger may insert other rows first.
    if operation == SQLITE_INSERT, let image = expected, sqlite3_preupdate_depth(handle) == 0 {
      expected = nil
      if keptCount < ChangeLog.rowsPerTableLimit {
        inserted.append((image, position))
      } else {
        forgetRows()
      }
      return
    }
    fold()
    let touches = capture.touches(operation, oldRowID: oldRowID, newRowID: newRowID, on: handle)
    guard let touches else { return forgetRows() }
    touch(touches.first, at: position)
    if let second = touches.second { touch(second, at: position) }
  }

  private func touch(_ touch: RowTouch, at position: Int) {
    guard case .entries(var entries) = rows else { return }
    // Leaves the dictionary with one owner, so that the write below does not copy it.
    rows = .reset
    if var entry = entries[touch.key] {
      entry.new = touch.new
      entry.touchedAt = position
      entry.isTainted = entry.isTainted || touch.isTainted
      entries[touch.key] = entry
    } else if entries.count >= ChangeLog.rowsPerTableLimit {
      return
    } else {
      entries[touch.key] = Entry(
        old: touch.old,
        new: touch.new,
        touchedAt: position,
        isTainted: touch.isTainted
      )
    }
    rows = .entries(entries)
  }
}

// MARK: - At COMMIT

extension WatchedTable {
  /// The net changes, or nil where there are none.
  func netChanges(reading connection: Connection) throws(DatabaseError) -> TableChanges? {
    guard case .entries(let known) = rows else { return .reset }
    if known.isEmpty, !inserted.isEmpty {
      // Each key once: a second insert of one comes after a delete, which folds.
      return .rows(
        inserted.map { image, _ in
          RowChange(key: capture.key(of: image, rowID: .value(.null)), old: nil, new: image)
        }
      )
    }
    fold()
    guard case .entries(let entries) = rows else { return .reset }
    var changes: [RowChange] = []
    changes.reserveCapacity(entries.count)
    for (key, entry) in entries {
      var new = entry.new
      if entry.isTainted {
        new = try capture.table.image(of: key, reading: connection)
        // Under NOCASE the file finds 'A' for the key 'a', which is another entry's row.
        if let image = new, capture.key(of: image, rowID: key) != key { new = nil }
      }
      if let change = RowChange(key: key, net: entry.old, new, comparing: capture.hookIndexes) {
        changes.append(change)
      }
    }
    return changes.isEmpty ? nil : .rows(changes)
  }
}

extension RowChange {
  /// Nil where the row came and went inside the transaction, or ended as it began. Columns without
  /// a number in the hook have no old value to compare with; they follow the others.
  fileprivate init?(
    key: RowKey,
    net old: RowImage?,
    _ new: RowImage?,
    comparing numbers: [Int32?]
  ) {
    if old == nil, new == nil { return nil }
    if let old, let new,
      old.indices.allSatisfy({ numbers[$0] == nil || old.isIdentical(at: $0, to: new) })
    {
      return nil
    }
    self.init(key: key, old: old, new: new)
  }
}

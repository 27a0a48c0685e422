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
  var rows: Rows
  /// Counts the callbacks of the hook for this table in the open transaction.
  package private(set) var eventCount = 0
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
    if case .entries(let entries) = rows { !entries.isEmpty } else { true }
  }

  /// The table has another shape from now on.
  func setShape(_ capture: TableCapture) {
    self.capture = capture
    isTainted = true
  }

  /// The transaction was rolled back, or is about to begin.
  func clear() {
    if hasChanges { rows = .entries([:]) }
    eventCount = 0
    isTainted = false
  }

  func reset() {
    rows = .reset
    isTainted = true
  }

  /// What the open transaction has done to the row; nil where it has not touched it.
  package func uncommittedChange(_ key: RowKey) -> UncommittedChange? {
    switch rows {
    case .reset: return .unknown
    case .entries(let entries):
      guard let entry = entries[key] else { return nil }
      return entry.old.map { .existed($0) } ?? .inserted
    }
  }

  func taint(since mark: Int) {
    isTainted = true
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
    guard case .entries = rows else { return }
    let touches = capture.touches(operation, oldRowID: oldRowID, newRowID: newRowID, on: handle)
    guard let touches else {
      rows = .reset
      return
    }
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

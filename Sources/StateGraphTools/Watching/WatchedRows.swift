import StateGraphSQLite

/// The current rows of a watched table.
///
/// The rows of the last scan are stored separately from the rows that logged commits changed later.
struct WatchedRows {
  /// The data that the watch keeps in memory for one row.
  struct Row {
    /// The key of the row, encoded by ``PackedRow``. The values follow if the watch stores them.
    let packed: ArraySlice<UInt8>
    let digest: UInt64
  }

  private let keyCount: Int
  private var scanned = TableSnapshot()
  /// The rows that changed after the last scan. A deleted row has the value nil.
  private var changed: [RowKey: Row?] = [:]
  private var changedBytes = 0

  init(keyCount: Int) { self.keyCount = keyCount }

  /// An estimate of the memory for the rows, in bytes.
  var byteCount: Int { scanned.byteCount + changedBytes + changed.count * 64 }

  subscript(key: RowKey) -> Row? {
    get {
      if let row = changed[key] { return row }
      let values = key.values
      let index = scanned.firstIndex(notBefore: values)
      guard index < scanned.count,
        !values.comes(before: scanned.key(index, columnCount: keyCount))
      else { return nil }
      return Row(packed: scanned.packed(index), digest: scanned.digest(index))
    }
    set {
      changed[key] = .some(newValue)
      changedBytes += newValue?.packed.count ?? 0
      // A merge takes time in proportion to all rows. It therefore happens only after many changes,
      // so that the cost of each change is small.
      let areMany = changed.count > max(1_024, scanned.count / 4)
      if areMany || changedBytes > max(65_536, scanned.byteCount / 2) { _ = sorted() }
    }
  }

  /// Merges the logged changes into the rows of the last scan. Returns all rows in key order.
  mutating func sorted() -> TableSnapshot {
    guard !changed.isEmpty else { return scanned }
    var merged = TableSnapshot()
    var next = 0
    func copy(before end: Int) {
      for index in next..<max(next, end) {
        merged.append(scanned.packed(index), digest: scanned.digest(index))
      }
      next = max(next, end)
    }
    let changes = changed.map { (key: $0.key.values, row: $0.value) }
      .sorted { $0.key.comes(before: $1.key) }
    for (key, row) in changes {
      copy(before: scanned.firstIndex(notBefore: key))
      if next < scanned.count, !key.comes(before: scanned.key(next, columnCount: keyCount)) {
        next += 1
      }
      if let row { merged.append(row.packed, digest: row.digest) }
    }
    copy(before: scanned.count)
    replace(with: merged)
    return merged
  }

  /// Replaces all rows with the rows of a new scan, and removes the logged changes.
  mutating func replace(with snapshot: TableSnapshot) {
    scanned = snapshot
    changed = [:]
    changedBytes = 0
  }
}

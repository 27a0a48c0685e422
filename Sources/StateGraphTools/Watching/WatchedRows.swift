import StateGraphSQLite

/// The current rows of a watched table. The rows of the last scan are in one array, and the rows
/// that logged commits have changed since then are in a dictionary.
struct WatchedRows {
  /// What the watch keeps in memory for one row.
  struct Row {
    /// The key of the row as ``PackedRow`` encodes it, followed by the values if the watch keeps
    /// them.
    let packed: ArraySlice<UInt8>
    let digest: UInt64
  }

  private let keyCount: Int
  private var scanned = TableSnapshot()
  /// The rows that have changed since the last scan. The value is nil for a deleted row.
  private var changed: [RowKey: Row?] = [:]
  private var changedBytes = 0

  init(keyCount: Int) { self.keyCount = keyCount }

  /// An estimate of the memory that the rows take, in bytes.
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
      // The time for a merge grows with the number of all rows. A merge therefore happens after
      // many changes, so that the cost for each change is small.
      let areMany = changed.count > max(1_024, scanned.count / 4)
      if areMany || changedBytes > max(65_536, scanned.byteCount / 2) { _ = sorted() }
    }
  }

  /// Merges the rows that have changed into the rows of the last scan, and returns all rows in the
  /// order of their keys.
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

  /// Replaces all rows by the rows of a new scan, and forgets the changes since the last scan.
  mutating func replace(with snapshot: TableSnapshot) {
    scanned = snapshot
    changed = [:]
    changedBytes = 0
  }
}

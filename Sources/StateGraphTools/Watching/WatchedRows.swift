import StateGraphSQLite

/// The rows of a table as they are now: as of the last look at the table, with what single commits
/// have changed since.
struct WatchedRows {
  /// What is kept of one row.
  struct Row {
    /// As ``PackedRow`` has it: its key, and its values where they are wanted.
    let packed: ArraySlice<UInt8>
    let digest: UInt64
  }

  private let keyCount: Int
  private var looked = TableSnapshot()
  /// Of the rows that have changed since; nil for one that is gone.
  private var changed: [RowKey: Row?] = [:]
  private var changedBytes = 0

  init(keyCount: Int) { self.keyCount = keyCount }

  /// What the rows take in memory.
  var byteCount: Int { looked.byteCount + changedBytes + changed.count * 64 }

  subscript(key: RowKey) -> Row? {
    get {
      if let row = changed[key] { return row }
      let values = key.values
      let index = looked.firstIndex(notBefore: values)
      guard index < looked.count,
        !values.comes(before: looked.key(index, columnCount: keyCount))
      else { return nil }
      return Row(packed: looked.packed(index), digest: looked.digest(index))
    }
    set {
      changed[key] = .some(newValue)
      changedBytes += newValue?.packed.count ?? 0
      // So many that putting them in order costs each of them little.
      let isMuch = changed.count > max(1_024, looked.count / 4)
      if isMuch || changedBytes > max(65_536, looked.byteCount / 2) { _ = settle() }
    }
  }

  /// All rows in the order of their keys.
  mutating func settle() -> TableSnapshot {
    guard !changed.isEmpty else { return looked }
    var settled = TableSnapshot()
    var next = 0
    func copy(before end: Int) {
      for index in next..<max(next, end) {
        settled.append(looked.packed(index), digest: looked.digest(index))
      }
      next = max(next, end)
    }
    let changes = changed.map { (key: $0.key.values, row: $0.value) }
      .sorted { $0.key.comes(before: $1.key) }
    for (key, row) in changes {
      copy(before: looked.firstIndex(notBefore: key))
      if next < looked.count, !key.comes(before: looked.key(next, columnCount: keyCount)) {
        next += 1
      }
      if let row { settled.append(row.packed, digest: row.digest) }
    }
    copy(before: looked.count)
    replace(with: settled)
    return settled
  }

  /// The table has been looked at again.
  mutating func replace(with snapshot: TableSnapshot) {
    looked = snapshot
    changed = [:]
    changedBytes = 0
  }
}

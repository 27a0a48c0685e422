/// The rows of one table that an open transaction has touched, by key, in the order in which they
/// were first touched.
///
/// Not a dictionary: a touch hashes its key once, whoever knows the hash can look without making a
/// key, and the memory of a transaction of few rows serves the next one too.
struct TouchedRows {
  struct Entry {
    let key: RowKey
    let hash: UInt32
    let old: RowImage?
    var new: RowImage?
    /// The log's position at the row's last touch.
    var touchedAt: Int
    /// SQLite may have undone the last touch: the image is read again before COMMIT.
    var isTainted = false
  }

  private(set) var entries: ContiguousArray<Entry> = []
  /// The places of entries, and one more; 0 where there is none. Open addressing with linear
  /// probing; empty while the entries are so few that they are searched.
  private var slots: ContiguousArray<UInt32> = []

  private static let searchLimit = 8

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// The place of the entry with that hash whose key `isKey` accepts.
  @inline(__always)
  func place(_ hash: UInt32, where isKey: (RowKey) -> Bool) -> Int? {
    if slots.isEmpty {
      for place in entries.indices where entries[place].hash == hash {
        if isKey(entries[place].key) { return place }
      }
      return nil
    }
    var slot = home(hash)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if entries[place].hash == hash, isKey(entries[place].key) { return place }
      slot = next(slot)
    }
    return nil
  }

  func place(of key: RowKey) -> Int? {
    entries.isEmpty ? nil : place(key.keyHash) { $0 == key }
  }

  /// Adds an entry for a key that has none.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
    guard entries.count > TouchedRows.searchLimit else { return }
    if entries.count * 2 > slots.count { grow() } else { put(entries.count - 1) }
  }

  /// Notes another touch of a row that has been touched before.
  mutating func touch(_ place: Int, new: RowImage?, at position: Int, isTainted: Bool) {
    entries[place].new = new
    entries[place].touchedAt = position
    if isTainted { entries[place].isTainted = true }
  }

  mutating func taint(since mark: Int) {
    for place in entries.indices where entries[place].touchedAt > mark {
      entries[place].isTainted = true
    }
  }

  mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  /// The columns in which any of the rows was changed; nil where one of them came, went, or is not
  /// as it was seen.
  var updatedColumns: ColumnMask? {
    var columns: ColumnMask? = ColumnMask([])
    for entry in entries {
      columns = columns?.adding(old: entry.old, new: entry.new, isTainted: entry.isTainted)
      if columns == nil { return nil }
    }
    return columns
  }

  /// Keeps the memory where it is that of a few rows.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: slots.isEmpty)
    slots = []
  }

  @inline(__always)
  private func home(_ hash: UInt32) -> Int {
    Int((UInt64(hash) * UInt64(slots.count)) >> 32)
  }

  @inline(__always)
  private func next(_ slot: Int) -> Int { slot + 1 == slots.count ? 0 : slot + 1 }

  private mutating func put(_ place: Int) {
    var slot = home(entries[place].hash)
    while slots[slot] != 0 { slot = next(slot) }
    slots[slot] = UInt32(place + 1)
  }

  private mutating func grow() {
    slots = ContiguousArray(repeating: 0, count: entries.count * 4)
    for place in entries.indices { put(place) }
  }
}

extension ColumnMask {
  /// With those of an update; nil where it is none, or not as it was seen.
  func adding(old: RowImage?, new: RowImage?, isTainted: Bool) -> ColumnMask? {
    guard let old, let new, !isTainted, old.count == new.count else { return nil }
    var columns = self
    for index in old.indices
    where !columns.contains(index) && !old.isIdentical(at: index, to: new) {
      columns.insert(index)
    }
    return columns
  }
}

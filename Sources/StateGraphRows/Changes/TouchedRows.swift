/// The rows of one table that an open transaction has touched, by key, in the order in which they
/// were first touched.
///
/// Not a dictionary: a touch hashes its key once, whoever knows the hash can look without making a
/// key, and the memory of a transaction of few rows serves the next one too.
@usableFromInline
package struct TouchedRows {
  /// A table with more changed rows than this is reported as reset: a bulk import of a million rows
  /// then costs the memory of these.
  package static let limitPerTable = 65_536

  @usableFromInline
  package struct Entry {
    @usableFromInline
    package let key: RowKey
    @usableFromInline
    package let hash: UInt32
    @usableFromInline
    package let old: RowImage?
    @usableFromInline
    package var new: RowImage?
    /// The log's position at the row's last touch.
    @usableFromInline
    package var touchedAt: Int
    /// SQLite may have undone the last touch: the image is read again before COMMIT.
    @usableFromInline
    package var isTainted: Bool

    @inlinable
    package init(
      key: RowKey,
      hash: UInt32,
      old: RowImage?,
      new: RowImage?,
      touchedAt: Int,
      isTainted: Bool = false
    ) {
      self.key = key
      self.hash = hash
      self.old = old
      self.new = new
      self.touchedAt = touchedAt
      self.isTainted = isTainted
    }
  }

  @usableFromInline
  package private(set) var entries: ContiguousArray<Entry> = []
  /// The places of entries, and one more; 0 where there is none. Open addressing with linear
  /// probing; empty while the entries are so few that they are searched.
  @usableFromInline var slots: ContiguousArray<UInt32> = []

  package init() {}

  private static let searchLimit = 8

  @inlinable
  package var isEmpty: Bool { entries.isEmpty }
  @inlinable
  package var count: Int { entries.count }

  /// The place of the entry with that hash whose key `isKey` accepts.
  @inlinable
  @inline(__always)
  package func place(_ hash: UInt32, where isKey: (RowKey) -> Bool) -> Int? {
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

  package func place(of key: RowKey) -> Int? {
    entries.isEmpty ? nil : place(key.keyHash) { $0 == key }
  }

  /// Adds an entry for a key that has none.
  package mutating func append(_ entry: Entry) {
    entries.append(entry)
    guard entries.count > TouchedRows.searchLimit else { return }
    if entries.count * 2 > slots.count { grow() } else { put(entries.count - 1) }
  }

  /// Notes another touch of a row that has been touched before.
  package mutating func touch(_ place: Int, new: RowImage?, at position: Int, isTainted: Bool) {
    entries[place].new = new
    entries[place].touchedAt = position
    if isTainted { entries[place].isTainted = true }
  }

  package mutating func taint(since mark: Int) {
    for place in entries.indices where entries[place].touchedAt > mark {
      entries[place].isTainted = true
    }
  }

  package mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  /// The columns in which any of the rows was changed; nil where one of them came, went, or is not
  /// as it was seen.
  package var updatedColumns: ColumnMask? {
    var columns: ColumnMask? = ColumnMask([])
    for entry in entries {
      columns = columns?.adding(old: entry.old, new: entry.new, isTainted: entry.isTainted)
      if columns == nil { return nil }
    }
    return columns
  }

  /// Keeps the memory where it is that of a few rows.
  package mutating func removeAll() {
    entries.removeAll(keepingCapacity: slots.isEmpty)
    slots = []
  }

  @inlinable
  @inline(__always)
  func home(_ hash: UInt32) -> Int {
    Int((UInt64(hash) * UInt64(slots.count)) >> 32)
  }

  @inlinable
  @inline(__always)
  func next(_ slot: Int) -> Int { slot + 1 == slots.count ? 0 : slot + 1 }

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
  package func adding(old: RowImage?, new: RowImage?, isTainted: Bool) -> ColumnMask? {
    guard let old, let new, !isTainted, old.count == new.count else { return nil }
    var columns = self
    for index in old.indices
    where !columns.contains(index) && !old.isIdentical(at: index, to: new) {
      columns.insert(index)
    }
    return columns
  }
}

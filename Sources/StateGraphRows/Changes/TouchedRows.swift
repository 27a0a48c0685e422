/// The rows of one table that an open transaction has touched, in the order of their first touch,
/// found by key. ``RememberedRowLimit`` limits their number.
///
/// A hash table of its own and not a dictionary: each touch hashes its key once, a caller that
/// knows a hash can look up a row without making a key, and the memory of a small transaction is
/// reused by the next one.
@usableFromInline
package struct TouchedRows {
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
    /// The position in the change log of the row's last touch.
    @usableFromInline
    package var touchedAt: Int
    /// SQLite may have undone the last touch. The image is read again before COMMIT.
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
  /// The hash table, with open addressing and linear probing: 0 for a free slot, or the index of an
  /// entry plus 1. Empty while there are so few entries that a linear search is faster.
  @usableFromInline var slots: ContiguousArray<UInt32> = []

  package init() {}

  private static let searchLimit = 8

  @inlinable
  package var isEmpty: Bool { entries.isEmpty }
  @inlinable
  package var count: Int { entries.count }

  /// The index of the entry with this hash for whose key `isKey` returns true.
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

  /// Adds an entry. Its key must not have an entry yet.
  package mutating func append(_ entry: Entry) {
    entries.append(entry)
    guard entries.count > TouchedRows.searchLimit else { return }
    if entries.count * 2 > slots.count { grow() } else { put(entries.count - 1) }
  }

  /// Records another touch of a row that has an entry.
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

  /// The columns that were changed in any of the rows. Nil if a row was inserted or deleted, or is
  /// tainted.
  package var updatedColumns: ColumnMask? {
    var columns: ColumnMask? = ColumnMask([])
    for entry in entries {
      columns = columns?.adding(old: entry.old, new: entry.new, isTainted: entry.isTainted)
      if columns == nil { return nil }
    }
    return columns
  }

  /// Removes all entries. Keeps the memory of a small table.
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
  /// This set with the columns that an update has changed. Nil for an insertion or deletion, and
  /// for a tainted row.
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

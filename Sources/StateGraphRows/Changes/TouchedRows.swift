/// The rows of one table that an open transaction has written, in the order of their first write.
///
/// This type finds a row by its key, with its own hash table instead of a `Dictionary`. Each write
/// of a row hashes the key only once. A caller that knows the hash can search without creating a
/// ``RowKey``. The next transaction can reuse the memory of a small transaction.
///
/// ``RememberedRowLimit`` limits the number of rows.
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
    /// The position of the row's last write in the transaction's change log.
    ///
    /// If SQLite rolls back to a savepoint at a smaller position, the row must be read again.
    @usableFromInline
    package var touchedAt: Int
    /// Whether SQLite may have undone a write of the row. If true, `new` may be wrong, so the row
    /// is read again before COMMIT.
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
  /// A hash table with open addressing and linear probing.
  ///
  /// An element is the index of an entry plus 1. A free element is 0. The array is empty if there
  /// are few entries, because a linear search is then faster.
  @usableFromInline var slots: ContiguousArray<UInt32> = []

  package init() {}

  private static let searchLimit = 8

  @inlinable
  package var isEmpty: Bool { entries.isEmpty }
  @inlinable
  package var count: Int { entries.count }

  /// Returns the index of the entry that has this hash and whose key satisfies `isKey`.
  ///
  /// Returns nil if there is no such entry.
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

  /// Adds an entry for a row that has no entry yet.
  ///
  /// The caller must check that the row has no entry, because a search never finds a second entry
  /// for the same row.
  package mutating func append(_ entry: Entry) {
    entries.append(entry)
    guard entries.count > TouchedRows.searchLimit else { return }
    if entries.count * 2 > slots.count { grow() } else { put(entries.count - 1) }
  }

  /// Records another write of the row whose entry has the index `place`.
  ///
  /// The property `old` of the entry keeps the row's values before the transaction.
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

  /// The columns that the transaction has changed in at least one row.
  ///
  /// The value is nil if a row was inserted or deleted, or if SQLite may have undone a write of a
  /// row.
  package var updatedColumns: ColumnMask? {
    var columns: ColumnMask? = ColumnMask([])
    for entry in entries {
      columns = columns?.adding(old: entry.old, new: entry.new, isTainted: entry.isTainted)
      if columns == nil { return nil }
    }
    return columns
  }

  /// Removes all entries. If there are only a few, their memory is kept for the next transaction.
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
  /// Returns this set plus the columns whose values differ between `old` and `new`.
  ///
  /// Returns nil if the row was inserted or deleted, or if SQLite may have undone its last write.
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

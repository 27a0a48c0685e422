import StateGraphSQLite

/// The rows of a table at the time of one scan, in the order of their keys.
///
/// The snapshot contains the key and a hash of each row, and its values if the watch keeps them.
/// All rows are in one byte array, so a row needs no allocation of its own.
struct TableSnapshot {
  /// The rows as ``PackedRow`` encodes them, one after the other. `ends` has the index at which
  /// each row ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var digests: [UInt64] = []

  var count: Int { ends.count }
  /// An estimate of the memory that the rows take, in bytes.
  var byteCount: Int { bytes.count + ends.count * 8 + digests.count * 8 }

  func digest(_ index: Int) -> UInt64 { digests[index] }

  func packed(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// Adds a row at the end. Its key must come after the keys of all rows in the snapshot.
  mutating func append(_ packed: some Collection<UInt8>, digest: UInt64) {
    bytes.append(contentsOf: packed)
    ends.append(bytes.count)
    digests.append(digest)
  }

  /// Returns the index of the first row whose key is equal to or greater than `key`. Returns
  /// `count` if there is no such row. The search takes logarithmic time.
  func firstIndex(notBefore key: [SQLiteValue]) -> Int {
    var places = 0..<count
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      if self.key(middle, columnCount: key.count).comes(before: key) {
        places = middle + 1..<places.upperBound
      } else {
        places = places.lowerBound..<middle
      }
    }
    return places.lowerBound
  }

  /// Returns the key of the row at `index`, which is the first `columnCount` values of the row.
  func key(_ index: Int, columnCount: Int) -> [SQLiteValue] {
    PackedRow.values(packed(index), limit: columnCount)
  }
}

extension [SQLiteValue] {
  /// Returns whether this key is less than `other`. Both keys must have the same number of values.
  /// Text is compared by the BINARY collation, as in the query of the watch.
  func comes(before other: [SQLiteValue]) -> Bool {
    for (mine, theirs) in zip(self, other) {
      if mine.order(before: theirs) { return true }
      if theirs.order(before: mine) { return false }
    }
    return false
  }
}

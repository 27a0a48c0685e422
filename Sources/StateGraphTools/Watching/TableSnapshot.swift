import StateGraphSQLite

/// The rows of a table as of one scan, in key order: the key and a hash of each row, and its values
/// if they are kept. All rows are in one array of bytes, so that a row costs no object.
struct TableSnapshot {
  /// The rows one after the other, each encoded by ``PackedRow``.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var digests: [UInt64] = []

  var count: Int { ends.count }
  /// The memory that the rows take.
  var byteCount: Int { bytes.count + ends.count * 8 + digests.count * 8 }

  func digest(_ index: Int) -> UInt64 { digests[index] }

  func packed(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// Adds a row, whose key must come after all others.
  mutating func append(_ packed: some Collection<UInt8>, digest: UInt64) {
    bytes.append(contentsOf: packed)
    ends.append(bytes.count)
    digests.append(digest)
  }

  /// Returns the index of the first row whose key is not less than `key`.
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

  /// Returns the first `columnCount` values of a row.
  func key(_ index: Int, columnCount: Int) -> [SQLiteValue] {
    PackedRow.values(packed(index), limit: columnCount)
  }
}

extension [SQLiteValue] {
  /// Returns whether a key is less than another with the same number of columns, in BINARY
  /// collation.
  func comes(before other: [SQLiteValue]) -> Bool {
    for (mine, theirs) in zip(self, other) {
      if mine.order(before: theirs) { return true }
      if theirs.order(before: mine) { return false }
    }
    return false
  }
}

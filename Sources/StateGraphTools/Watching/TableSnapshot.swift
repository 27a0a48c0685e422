import StateGraphSQLite

/// The rows of a table as of one look: of each its key, and a digest or its values. In the order
/// of the keys, without an object for each row.
struct TableSnapshot {
  /// One after the other, each as ``PackedRow`` has it.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var digests: [UInt64] = []

  var count: Int { ends.count }
  /// What the rows take in memory.
  var byteCount: Int { bytes.count + ends.count * 8 + digests.count * 8 }

  func digest(_ index: Int) -> UInt64 { digests[index] }

  func packed(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// Adds a row behind all others.
  mutating func append(_ packed: some Collection<UInt8>, digest: UInt64) {
    bytes.append(contentsOf: packed)
    ends.append(bytes.count)
    digests.append(digest)
  }

  /// The place of the first row whose key does not come before `key`.
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

  /// The first `columnCount` values of a row.
  func key(_ index: Int, columnCount: Int) -> [SQLiteValue] {
    PackedRow.values(packed(index), limit: columnCount)
  }
}

extension [SQLiteValue] {
  /// Whether a key comes before another of as many columns, bytes by bytes.
  func comes(before other: [SQLiteValue]) -> Bool {
    for (mine, theirs) in zip(self, other) {
      if mine.order(before: theirs) { return true }
      if theirs.order(before: mine) { return false }
    }
    return false
  }
}

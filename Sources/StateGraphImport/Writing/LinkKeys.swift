/// The keys of the links that one JSON array contains, for detecting a link that the array repeats.
///
/// A link is a row of a join table. Up to sixteen keys are compared one by one, which is fast for
/// short arrays. A hash table stores all keys of longer arrays, so that the time stays proportional
/// to the length of the array.
final class LinkKeys {
  private static let smallCount = 16

  @exclusivity(unchecked) private var key = KeyBuffer()
  /// The bytes of the first sixteen keys, one key after another. `ends` contains the offset at
  /// which each key ends.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  @exclusivity(unchecked) private var large: KeyTable?

  /// Inserts the key that the cells at `keyIndexes` form.
  ///
  /// Returns false if an earlier row had the same key, or if one of these cells is NULL or absent.
  func insert(_ cells: [Cell], _ keyIndexes: [Int]) -> Bool {
    guard key.encode(cells, keyIndexes) else { return false }
    if large != nil { return large?.insert(key).isNew == true }
    var start = 0
    for end in ends {
      if key.hasBytes(bytes[start..<end]) { return false }
      start = end
    }
    if ends.count == Self.smallCount {
      var table = table()
      _ = table.insert(key)
      large = table
    } else {
      key.withBytes { bytes.append(contentsOf: $0) }
      ends.append(bytes.count)
    }
    return true
  }

  /// Removes all keys before the next array. Keeps the memory of short arrays, so that the next
  /// array needs no allocation.
  func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    large = nil
  }

  private func table() -> KeyTable {
    var table = KeyTable()
    var start = 0
    for end in ends {
      _ = table.insert(Array(bytes[start..<end]))
      start = end
    }
    return table
  }
}

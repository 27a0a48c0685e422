/// The keys of the join table rows for one JSON array, to detect repeated elements.
///
/// The first sixteen keys are compared one by one, which is fast for short arrays. For a longer
/// array, all keys are in a hash table.
final class LinkKeys {
  private static let smallCount = 16

  @exclusivity(unchecked) private var key = KeyBuffer()
  /// The bytes of the first sixteen keys, without gaps. `ends` contains the end of each key.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  @exclusivity(unchecked) private var large: KeyTable?

  /// Inserts the key in the columns `keyIndexes`.
  ///
  /// Returns false if an earlier row had the same key, or if one of these columns is NULL or has no
  /// value.
  func insert(_ cells: [Cell], keyIndexes: [Int]) -> Bool {
    guard key.encode(cells, indexes: keyIndexes) else { return false }
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

  /// Removes all keys before the next array. The memory is reused, except the hash table.
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

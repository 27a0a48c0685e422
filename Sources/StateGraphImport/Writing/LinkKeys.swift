/// The keys of the links that one JSON array contains. It is used to find repeated links.
///
/// Up to sixteen keys are compared one by one. More keys are kept in a hash table, so that the time
/// does not grow with the square of their number.
final class LinkKeys {
  private static let smallCount = 16

  @exclusivity(unchecked) private var key = KeyBuffer()
  /// The bytes of up to sixteen keys, one after another. `ends` holds the end of each key.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  @exclusivity(unchecked) private var large: KeyTable?

  /// Inserts the key of a row. Returns false if the set already contains this key, or if the row
  /// has no key.
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

  /// Removes all keys, but keeps the memory for the first sixteen keys.
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

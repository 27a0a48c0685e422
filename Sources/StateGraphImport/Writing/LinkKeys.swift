/// The keys of the links that one array contains, to find repeated ones.
///
/// Up to sixteen keys are compared one by one. More are kept in a hash table, so that the time does
/// not grow with the square of their number.
final class LinkKeys {
  private static let smallCount = 16

  @exclusivity(unchecked) private var key = KeyBuffer()
  /// Up to sixteen keys, one after another. `ends` holds where each key ends.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  @exclusivity(unchecked) private var large: KeyTable?

  /// Returns false if the row's key is in the set already, or the row has no key.
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

  /// Removes all keys, and keeps the memory of the small set.
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

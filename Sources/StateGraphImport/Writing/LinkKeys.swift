/// The keys of the links that one array has named: a few, which are compared one by one, or many,
/// which a hostile input must not make cost the square of their number.
final class LinkKeys {
  private static let smallCount = 16

  @exclusivity(unchecked) private var key = KeyBuffer()
  /// The keys one behind the other, and where each ends.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  @exclusivity(unchecked) private var large: KeyTable?

  /// Returns false where the row's key was named before, or where it has none.
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

  /// Forgets all keys, and keeps the room for as many as are few.
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

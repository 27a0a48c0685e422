/// The keys of the links that one array has named: a few, which are compared one by one, or many,
/// which a hostile input must not make cost the square of their number.
struct LinkKeys {
  private static let smallCount = 16

  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var large: KeyTable?

  /// Returns false where the key was named before.
  mutating func insert(_ key: [UInt8]) -> Bool {
    if large != nil { return large?.insert(key).isNew == true }
    var start = 0
    for end in ends {
      if end - start == key.count, bytes[start..<end].elementsEqual(key) { return false }
      start = end
    }
    if ends.count == Self.smallCount {
      large = makeTable()
      return large?.insert(key).isNew == true
    }
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
    return true
  }

  private func makeTable() -> KeyTable {
    var table = KeyTable()
    var start = 0
    for end in ends {
      _ = table.insert(Array(bytes[start..<end]))
      start = end
    }
    return table
  }
}

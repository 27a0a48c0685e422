/// The keys of the links that one array has named: a few, which are compared one by one, or many,
/// which a hostile input must not make cost the square of their number.
struct LinkKeys {
  private static let smallCount = 16

  private var key = KeyBuffer()
  private var small: [[UInt8]] = []
  private var large: KeyTable?

  /// Returns false where the row's key was named before, or where it has none.
  mutating func insert(_ cells: [Cell], _ keyIndexes: [Int]) -> Bool {
    guard key.encode(cells, keyIndexes) else { return false }
    if large != nil { return large?.insert(key).isNew == true }
    for index in small.indices where key.hasBytes(small[index]) { return false }
    small.append(key.bytes)
    if small.count > Self.smallCount {
      var table = KeyTable()
      for key in small { _ = table.insert(key) }
      large = table
    }
    return true
  }
}

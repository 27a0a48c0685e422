/// The rows of one table that records of one input have named, to find the record that names a row
/// for the second time.
///
/// Rows with a rowid cost a bit each where rowids are dense, and at most some 32 bytes; the keys of
/// tables without rowids are kept whole.
struct IdentifierSet {
  private var words: [Int64: UInt64] = [:]
  private var keys = KeyTable()
  /// The word that the last row fell into: an input mostly names rows in the order of their rowids.
  private var lastIndex: Int64?
  private var lastWord: UInt64 = 0

  /// Returns false where the row was named before.
  mutating func insert(rowID: Int64) -> Bool {
    let index = rowID >> 6
    let bit = UInt64(1) << UInt64(rowID & 63)
    if index != lastIndex {
      if let lastIndex { words[lastIndex] = lastWord }
      lastIndex = index
      lastWord = words[index] ?? 0
    }
    guard lastWord & bit == 0 else { return false }
    lastWord |= bit
    return true
  }

  func contains(rowID: Int64) -> Bool {
    let index = rowID >> 6
    let word = index == lastIndex ? lastWord : words[index] ?? 0
    return word & (UInt64(1) << UInt64(rowID & 63)) != 0
  }

  func contains(key: [UInt8]) -> Bool { keys.number(of: key) != nil }

  /// Returns false where the row was named before.
  mutating func insert(key: [UInt8]) -> Bool {
    keys.insert(key).isNew
  }
}

/// The rows of one table that the records of one input have written, to find a record that repeats
/// a key.
///
/// A row with a rowid takes one bit where rowids are dense, and about 32 bytes at most. Of tables
/// without rowids the whole keys are kept.
struct IdentifierSet {
  private var words: [Int64: UInt64] = [:]
  private var keys = KeyTable()
  /// The index of the word with the last row's bit. Most inputs have their rows in the order of
  /// their rowids, so that the next row needs the same word.
  private var lastIndex: Int64?
  private var lastWord: UInt64 = 0

  /// Returns false if the row is in the set already.
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

  /// Returns false if the row is in the set already.
  mutating func insert(key: [UInt8]) -> Bool {
    keys.insert(key).isNew
  }
}

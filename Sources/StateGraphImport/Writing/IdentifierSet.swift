/// The rows of one table that the records of one input have written. It is used to detect a record
/// that repeats a key.
///
/// A row with a rowid takes one bit if the rowids are dense, and at most about 32 bytes otherwise.
/// For tables without rowids, the set keeps the whole keys.
struct IdentifierSet {
  private var words: [Int64: UInt64] = [:]
  private var keys = KeyTable()
  /// The index of the bitmap word that contains the bit of the last row. Most inputs are in the
  /// order of their rowids, so the next row usually needs the same word.
  private var lastIndex: Int64?
  private var lastWord: UInt64 = 0

  /// Inserts a row by its rowid. Returns false if the set already contains the row.
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

  /// Inserts a row by its encoded key. Returns false if the set already contains the row.
  mutating func insert(key: [UInt8]) -> Bool {
    keys.insert(key).isNew
  }
}

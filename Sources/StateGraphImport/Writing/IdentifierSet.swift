/// The set of rows of one table that the records of one input have written.
///
/// The import uses this set to detect two records with the same key. A row needs one bit if the
/// rowids are dense, and otherwise about 32 bytes. If the table has no rowids, the set stores the
/// primary keys.
struct IdentifierSet {
  private var words: [Int64: UInt64] = [:]
  private var keys = KeyTable()
  /// The index in `words` of the word that contains the bit of the last inserted rowid.
  ///
  /// Most inputs are sorted by rowid, so the next rowid usually has its bit in the same word. A
  /// copy of the word in `lastWord` then replaces a dictionary lookup.
  private var lastIndex: Int64?
  private var lastWord: UInt64 = 0

  /// Inserts the rowid of a row. Returns false if the set already contains this rowid.
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

  /// Inserts the primary key of a row, encoded by ``KeyBuffer``.
  ///
  /// Returns false if the set already contains this key.
  mutating func insert(key: [UInt8]) -> Bool {
    keys.insert(key).isNew
  }
}

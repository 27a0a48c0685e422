// Computes hashes that match a column's collation: values that SQLite compares as equal have the
// same hash.

extension RowCell {
  /// Adds the value of this cell to `hasher`. Cells that are equal under `isEqual(to:_:)` have the
  /// same hash.
  @inlinable
  @inline(__always)
  package func hashKey(into hasher: inout KeyHasher, _ collation: Collation) {
    guard storageClass == .text else {
      hashKey(into: &hasher)
      return
    }
    switch collation {
    case .binary, .custom: hashKey(into: &hasher)
    case .rightTrim: trimmed.hashKey(into: &hasher)
    case .noCase: hashFolded(into: &hasher)
    }
  }

  /// Adds the text to `hasher` with its ASCII letters in one case. Eight bytes are combined for
  /// each call of the hasher, because the call takes longer than changing the case.
  @usableFromInline
  func hashFolded(into hasher: inout KeyHasher) {
    var (word, count) = (0 as UInt64, 0)
    for byte in buffer {
      // NOCASE compares only the bytes before a NUL, and then the lengths.
      if byte == 0 { break }
      word = word << 8 | UInt64(RowCell.folded(byte))
      count += 1
      if count % 8 == 0 {
        hasher.combine(word)
        word = 0
      }
    }
    hasher.combine(word)
    hasher.combine(UInt64(byteCount))
  }
}

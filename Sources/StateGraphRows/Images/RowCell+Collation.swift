// Hashing by a column's collation: values that SQLite compares as equal have the same hash.

extension RowCell {
  /// Combines the same words for all cells that are equal under `isEqual(to:_:)`.
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

  /// Combines eight folded bytes at a time, because a call of the hasher costs more than folding
  /// them.
  @usableFromInline
  func hashFolded(into hasher: inout KeyHasher) {
    var (word, count) = (0 as UInt64, 0)
    for byte in buffer {
      // NOCASE ignores the bytes behind a NUL and compares lengths.
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

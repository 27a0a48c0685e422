// Equality by a column's collation, hashed so that a table finds what SQLite holds equal.

extension RowCell {
  /// The same for all cells that `isEqual(to:_:)` holds equal.
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

  /// Eight bytes at a time: each call of the hasher costs more than folding them.
  @usableFromInline
  func hashFolded(into hasher: inout KeyHasher) {
    var (word, count) = (0 as UInt64, 0)
    for byte in buffer {
      // Behind a NUL only the length counts.
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

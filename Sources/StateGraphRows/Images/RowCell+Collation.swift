// Hashes that match a column's collation, the rule by which SQLite compares text. Values that
// SQLite treats as equal have the same hash.

extension RowCell {
  /// Adds the value of this cell to `hasher`. Two cells have the same hash if `isEqual(to:_:)`
  /// returns true for this collation.
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

  /// Adds the text to `hasher`, with its ASCII letters in lower case. Each call of the hasher adds
  /// eight bytes, because a call takes longer than changing the case.
  @usableFromInline
  func hashFolded(into hasher: inout KeyHasher) {
    var (word, count) = (0 as UInt64, 0)
    for byte in buffer {
      // NOCASE compares only the bytes before the first NUL byte, and then the lengths of the
      // texts.
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

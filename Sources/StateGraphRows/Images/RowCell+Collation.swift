// A collation is the rule by which SQLite compares text. Two texts that are equal by a collation
// must also have the same hash for this collation.

extension RowCell {
  /// Adds the value of this cell to `hasher`.
  ///
  /// Two cells have the same hash if `isEqual(to:_:)` returns true for this collation.
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
    case .date: hashDate(into: &hasher)
    }
  }

  /// Adds the text to `hasher`, with its ASCII letters in lower case.
  ///
  /// Each call of the hasher adds eight bytes. One call per byte would be slow.
  @usableFromInline
  func hashFolded(into hasher: inout KeyHasher) {
    var (word, count) = (0 as UInt64, 0)
    for byte in buffer {
      // NOCASE compares the bytes before the first NUL byte. If these are equal, it compares only
      // the lengths of the texts.
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

import CSQLite

// In SQLite's order come NULL, numbers, text by its collation, blobs
// (<https://sqlite.org/datatype3.html#comparison_expressions>).

extension RowCell {
  /// Negative where this comes first, positive where the other does, 0 where SQLite holds them
  /// equal. NULL is equal to NULL. A collation of somebody's own is not known here, and compares
  /// the bytes.
  func compare(to other: RowCell, _ collation: Collation) -> Int {
    switch (storageClass, other.storageClass) {
    case (.integer, .integer):
      RowCell.compare(Int64(bitPattern: bits), Int64(bitPattern: other.bits))
    case (.real, .real): RowCell.compare(Double(bitPattern: bits), Double(bitPattern: other.bits))
    case (.integer, .real):
      RowCell.compare(Int64(bitPattern: bits), exactly: Double(bitPattern: other.bits))
    case (.real, .integer):
      -RowCell.compare(Int64(bitPattern: other.bits), exactly: Double(bitPattern: bits))
    case (.text, .text):
      switch collation {
      case .binary, .custom: compareBytes(to: other)
      case .noCase: compareFolded(to: other)
      case .rightTrim: trimmed.compareBytes(to: other.trimmed)
      }
    case (.blob, .blob): compareBytes(to: other)
    default: Int(storageClass.rawValue) - Int(other.storageClass.rawValue)
    }
  }

  /// Whether SQLite holds them equal, NULL and NULL too.
  @inline(__always)
  func isEqual(to other: RowCell, _ collation: Collation) -> Bool {
    if collation == .binary || storageClass != .text { return isSameKey(as: other) }
    return compare(to: other, collation) == 0
  }

  @inline(__always)
  private static func compare<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  /// A conversion to a floating-point number would round.
  private static func compare(_ integer: Int64, exactly real: Double) -> Int {
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let whole = Int64(real)
    return integer == whole ? compare(Double(whole), real) : compare(integer, whole)
  }

  private func compareBytes(to other: RowCell) -> Int {
    let common = min(byteCount, other.byteCount)
    if common > 0, let bytes, let theirs = other.bytes {
      let order = csqlite_compare_bytes(bytes, theirs, common)
      if order != 0 { return Int(order) }
    }
    return byteCount - other.byteCount
  }

  /// As `nocaseCollatingFunc` does it: letters from A to Z are those from a to z, and behind a NUL
  /// in both only the length counts.
  private func compareFolded(to other: RowCell) -> Int {
    for (mine, theirs) in zip(buffer, other.buffer) {
      let (left, right) = (RowCell.folded(mine), RowCell.folded(theirs))
      if left != right { return Int(left) - Int(right) }
      if left == 0 { break }
    }
    return byteCount - other.byteCount
  }

  @inline(__always)
  static func folded(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// A text without the spaces at its end.
  var trimmed: RowCell {
    var count = byteCount
    while count > 0, buffer[count - 1] == UInt8(ascii: " ") { count -= 1 }
    return RowCell(storageClass: storageClass, bits: bits, bytes: bytes, byteCount: count)
  }
}

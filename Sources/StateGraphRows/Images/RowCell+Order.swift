public import Glibc

// The functions of this file compare values in the order of SQLite 3.40
// (<https://sqlite.org/datatype3.html#comparison_expressions>), without copying their bytes.

extension RowCell {
  /// Returns a number below 0 if this value comes before `other`, above 0 if after, and 0 if equal.
  ///
  /// NULL comes first, then numbers, then text, then blobs. Text is compared by `collation`. With a
  /// custom collation, which only SQLite knows, text is compared byte by byte.
  @inlinable
  package func compare(to other: RowCell, _ collation: Collation) -> Int {
    switch (storageClass, other.storageClass) {
    case (.integer, .integer):
      let (left, right) = (Int64(bitPattern: bits), Int64(bitPattern: other.bits))
      return left < right ? -1 : left == right ? 0 : 1
    case (.real, .real):
      return RowCell.compare(Double(bitPattern: bits), with: Double(bitPattern: other.bits))
    case (.integer, .real):
      return RowCell.compare(Int64(bitPattern: bits), with: Double(bitPattern: other.bits))
    case (.real, .integer):
      return -RowCell.compare(Int64(bitPattern: other.bits), with: Double(bitPattern: bits))
    case (.text, .text):
      return compareText(other, collation: collation)
    case (.blob, .blob):
      return compareBytes(other)
    default:
      return RowCell.rank(storageClass) - RowCell.rank(other.storageClass)
    }
  }

  /// Returns whether SQLite's operator IS would return true for both values, under `collation`.
  ///
  /// IS works like `=`, but NULL equals NULL.
  @inlinable
  @inline(__always)
  package func isEqual(to other: RowCell, _ collation: Collation) -> Bool {
    if collation == .binary || storageClass != .text { return isSameKey(as: other) }
    return compare(to: other, collation) == 0
  }

  @inlinable
  static func rank(_ storageClass: StorageClass) -> Int {
    switch storageClass {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  /// Compares two floating-point numbers. NaN comes before all numbers, so that sorting is well
  /// defined.
  ///
  /// SQLite stores NaN as NULL, so a NaN never comes from a database.
  @inlinable
  static func compare(_ left: Double, with right: Double) -> Int {
    if left < right { return -1 }
    if left > right { return 1 }
    return left == right ? 0 : (left.isNaN ? 0 : 1) - (right.isNaN ? 0 : 1)
  }

  /// Compares an integer with a real by their exact values.
  ///
  /// A conversion of the integer to `Double` could round it.
  @inlinable
  static func compare(_ integer: Int64, with real: Double) -> Int {
    if real >= 0x1p63 { return -1 }
    guard real >= -0x1p63 else { return 1 }
    let whole = Int64(real)
    if integer != whole { return integer < whole ? -1 : 1 }
    let rest = real - Double(whole)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }

  /// Compares bytes by the collation BINARY.
  ///
  /// If one value is the beginning of the other value, the shorter value comes first.
  @inlinable
  @inline(__always)
  func compareBytes(_ other: RowCell) -> Int {
    guard let bytes, let theirs = other.bytes else { return byteCount - other.byteCount }
    let order = memcmp(bytes, theirs, Swift.min(byteCount, other.byteCount))
    return order != 0 ? Int(order) : byteCount - other.byteCount
  }

  @usableFromInline
  func compareText(_ other: RowCell, collation: Collation) -> Int {
    switch collation {
    case .binary, .custom:
      compareBytes(other)
    case .rightTrim:
      trimmed.compareText(other.trimmed, collation: .binary)
    case .noCase: compareWithoutCase(other)
    case .date: compareDates(other)
    }
  }

  /// This text without spaces at its end, for the collation RTRIM. The bytes are not copied.
  @usableFromInline
  package var trimmed: RowCell {
    RowCell(
      storageClass: storageClass,
      bits: bits,
      bytes: bytes,
      byteCount: byteCountWithoutTrailingSpaces
    )
  }

  private var byteCountWithoutTrailingSpaces: Int {
    var count = byteCount
    while count > 0, buffer[count - 1] == UInt8(ascii: " ") { count -= 1 }
    return count
  }

  /// Compares text by the collation NOCASE.
  ///
  /// After a NUL byte, only the lengths are compared. SQLite does the same in `nocaseCollatingFunc`
  /// and `sqlite3_strnicmp`.
  private func compareWithoutCase(_ other: RowCell) -> Int {
    let (left, right) = (buffer, other.buffer)
    for index in 0..<min(byteCount, other.byteCount) {
      let (byte, otherByte) = (left[index], right[index])
      if byte == otherByte, byte != 0 { continue }
      let difference = Int(RowCell.folded(byte)) - Int(RowCell.folded(otherByte))
      if difference != 0 { return difference }
      if byte == 0 { break }
    }
    return byteCount - other.byteCount
  }

  @inlinable
  @inline(__always)
  package static func folded(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}

// The functions of this file compare and hash keys by the rules of SQLite. The keys 1 and 1.0 are
// equal, and text is compared byte by byte.

extension RowCell {
  /// A form of the number that is the same for equal numbers, such as 1 and 1.0.
  ///
  /// For a number that equals a 64-bit integer, the form is this integer. For any other number, the
  /// form is the bits of the floating-point number.
  @usableFromInline
  var canonicalBits: (isInteger: Bool, bits: UInt64) {
    if storageClass == .integer { return (true, bits) }
    let real = Double(bitPattern: bits)
    if let integer = Int64(exactly: real) { return (true, UInt64(bitPattern: integer)) }
    return (false, bits)
  }

  @inlinable
  @inline(__always)
  package func isSameKey(as other: RowCell) -> Bool {
    switch (storageClass, other.storageClass) {
    case (.text, .text), (.blob, .blob): hasSameBytes(as: other)
    case (.integer, .integer): bits == other.bits
    case (.null, .null): true
    case (.integer, .real), (.real, .integer), (.real, .real):
      canonicalBits == other.canonicalBits
    default: false
    }
  }

  @inlinable
  package func hashKey(into hasher: inout KeyHasher) {
    switch storageClass {
    case .null: hasher.combine(0)
    case .integer: hasher.combine(bits)
    case .real: hasher.combine(canonicalBits.bits)
    case .text, .blob: hasher.combine(bytes: buffer)
    }
  }
}

extension RowImage {
  /// Returns the hash of the row's key. The key is the first `keyCount` columns.
  @inlinable
  package func keyHash(_ keyCount: Int) -> UInt32 {
    withExtendedLifetime(self) {
      var hasher = KeyHasher()
      for index in 0..<keyCount { cell(at: index).hashKey(into: &hasher) }
      return hasher.hash
    }
  }

  /// Returns whether both rows have the same key. The key is the first `keyCount` columns.
  @inlinable
  package func hasSameKey(as other: RowImage, _ keyCount: Int) -> Bool {
    withExtendedLifetime((self, other)) {
      for index in 0..<keyCount where !cell(at: index).isSameKey(as: other.cell(at: index)) {
        return false
      }
      return true
    }
  }

  /// Returns a copy of the row's key. The key is the first `keyCount` columns.
  @inlinable
  package func key(_ keyCount: Int) -> RowKey {
    keyCount == 1 ? .value(self[0]) : .values((0..<keyCount).map { self[$0] })
  }
}

extension RowKey {
  /// The hash of this key.
  ///
  /// The hash is the same as ``RowImage/keyHash(_:)`` of every row with this key.
  @inlinable
  package var keyHash: UInt32 {
    var hasher = KeyHasher()
    forEachCell { _, cell in cell.hashKey(into: &hasher) }
    return hasher.hash
  }

  @inlinable
  package func isKey(of image: RowImage) -> Bool {
    var isSame = true
    forEachCell { index, cell in
      if isSame, !withExtendedLifetime(image, { cell.isSameKey(as: image.cell(at: index)) }) {
        isSame = false
      }
    }
    return isSame
  }

  @inlinable
  @inline(__always)
  func forEachCell(_ body: (Int, RowCell) -> Void) {
    switch self {
    case .value(let value): value.withCell { body(0, $0) }
    case .values(let values):
      for (index, value) in values.enumerated() { value.withCell { body(index, $0) } }
    }
  }
}

public import Glibc

/// A reference to the value of one column, without a copy.
///
/// An SQLite statement, the preupdate hook, or a ``RowImage`` owns the bytes. The cell is valid
/// only while the owner stores these bytes.
@usableFromInline
package struct RowCell {
  @usableFromInline
  package let storageClass: StorageClass
  /// The integer, or the bits of the floating-point number. 0 for other storage classes.
  @usableFromInline
  package let bits: UInt64
  /// The address of the bytes of a text or blob.
  ///
  /// The value is nil for other storage classes. An empty text or blob can have nil too.
  @usableFromInline
  package let bytes: UnsafeRawPointer?
  @usableFromInline
  package let byteCount: Int

  @inlinable
  package static var null: RowCell {
    RowCell(storageClass: .null, bits: 0, bytes: nil, byteCount: 0)
  }

  @inlinable
  package init(storageClass: StorageClass, bits: UInt64, bytes: UnsafeRawPointer?, byteCount: Int) {
    self.storageClass = storageClass
    self.bits = bits
    self.bytes = bytes
    self.byteCount = byteCount
  }

  @inlinable
  package init(_ integer: Int64) {
    self.init(
      storageClass: .integer,
      bits: UInt64(bitPattern: integer),
      bytes: nil,
      byteCount: 0
    )
  }

  @inlinable
  package init(_ real: Double) {
    self.init(storageClass: .real, bits: real.bitPattern, bytes: nil, byteCount: 0)
  }

  /// Creates the cell of a column in a ``RowImage``, which is a compact copy of a row.
  ///
  /// - Parameters:
  ///   - entry: The column's entry in the row copy, with the storage class and the end of the
  ///     bytes.
  ///   - bytes: The address of the column's bytes.
  ///   - start: The offset of the column's bytes from the first byte of all columns.
  @inlinable
  @inline(__always)
  package init(entry: UInt32, bytes: UnsafeRawPointer, start: Int) {
    storageClass = StorageClass(tag: entry & 7)
    let size = Int(entry >> 3) - start
    switch storageClass {
    case .null:
      (bits, self.bytes, byteCount) = (0, nil, 0)
    case .integer:
      let integer: Int64 =
        switch size {
        case 0: 0
        case 1: Int64(bytes.load(as: Int8.self))
        case 2: Int64(Int16(littleEndian: bytes.loadUnaligned(as: Int16.self)))
        case 4: Int64(Int32(littleEndian: bytes.loadUnaligned(as: Int32.self)))
        default: Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))
        }
      (bits, self.bytes, byteCount) = (UInt64(bitPattern: integer), nil, 0)
    case .real:
      let pattern = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
      (bits, self.bytes, byteCount) = (pattern, nil, 0)
    case .text, .blob:
      (bits, self.bytes, byteCount) = (0, bytes, size)
    }
  }

  /// The number of bytes that this value needs in a ``RowImage``, a compact copy of a row.
  ///
  /// A small integer needs fewer bytes than a large one.
  @inlinable
  @inline(__always)
  package var size: Int {
    switch storageClass {
    case .null: 0
    case .integer: RowCell.size(of: Int64(bitPattern: bits))
    case .real: 8
    case .text, .blob: byteCount
    }
  }

  @inlinable
  @inline(__always)
  package static func size(of integer: Int64) -> Int {
    if integer == 0 { return 0 }
    if integer == Int64(Int8(truncatingIfNeeded: integer)) { return 1 }
    if integer == Int64(Int16(truncatingIfNeeded: integer)) { return 2 }
    if integer == Int64(Int32(truncatingIfNeeded: integer)) { return 4 }
    return 8
  }

  @inlinable
  package var buffer: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes, count: byteCount)
  }

  /// A copy of this cell's value. The copy stays valid after the original bytes are freed.
  @inlinable
  package var value: SQLiteValue {
    switch storageClass {
    case .null: .null
    case .integer: .integer(Int64(bitPattern: bits))
    case .real: .real(Double(bitPattern: bits))
    case .text: .text(String(decoding: buffer, as: UTF8.self))
    case .blob: .blob([UInt8](buffer))
    }
  }

  @inlinable
  package func isIdentical(to other: RowCell) -> Bool {
    guard storageClass == other.storageClass else { return false }
    switch storageClass {
    case .null: return true
    case .integer, .real: return bits == other.bits
    case .text, .blob: return hasSameBytes(as: other)
    }
  }

  @inlinable
  @inline(__always)
  package func hasSameBytes(as other: RowCell) -> Bool {
    guard byteCount == other.byteCount else { return false }
    guard byteCount > 0, let bytes, let theirs = other.bytes else { return true }
    return memcmp(bytes, theirs, byteCount) == 0
  }
}

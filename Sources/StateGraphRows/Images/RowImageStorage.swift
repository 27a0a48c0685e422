/// The memory of a ``RowImage``, a compact copy of a row. The memory has three parts:
///
/// - A header with the number of columns. Its lowest bit is 1 if the entries are wide.
/// - An entry for each column. Its lowest three bits are the storage class. The other bits are the
///   end of the column's bytes in the payload. An entry has 16 bits, or 32 bits if it is wide.
///   Entries are wide if the payload is too long for 13 bits.
/// - The payload, which contains the bytes of all columns.
@usableFromInline
package final class RowImageStorage: ManagedBuffer<UInt16, UInt16> {
  /// The limit for the bytes of all columns together, because an offset has at most 29 bits.
  ///
  /// Connections of this package limit rows to 64 MiB, so no row reaches this limit.
  @inlinable static var payloadLimit: Int { 1 << 29 }
  @inlinable static var narrowLimit: Int { 1 << 13 }
  /// The limit for the number of columns. The header has 15 bits for this number.
  ///
  /// SQLite's own limit is not larger (<https://sqlite.org/limits.html>).
  @inlinable package static var columnLimit: Int { 1 << 15 }

  @inlinable
  @inline(__always)
  package static func make(columnCount: Int, payloadSize: Int) -> RowImageStorage {
    precondition(payloadSize < payloadLimit, "A row of more than 512 MiB cannot be kept in memory.")
    precondition(columnCount < columnLimit, "A row of SQLite has at most 32767 columns.")
    let isWide = payloadSize >= narrowLimit
    let words = (isWide ? columnCount * 2 : columnCount) + (payloadSize + 1) / 2
    let made = create(minimumCapacity: words) { _ in UInt16(columnCount) << 1 | (isWide ? 1 : 0) }
    return unsafeDowncast(made, to: RowImageStorage.self)
  }
}

/// Pointers to the header, the entries and the payload of a ``RowImageStorage``.
///
/// The pointers are valid only while the storage is retained.
@usableFromInline
package struct RowImageParts {
  @usableFromInline
  package let count: Int
  @usableFromInline let isWide: Bool
  @usableFromInline let entries: UnsafeMutableRawPointer

  @inlinable
  @inline(__always)
  package init(_ storage: RowImageStorage) {
    (count, isWide, entries) = storage.withUnsafeMutablePointers { header, words in
      (Int(header.pointee >> 1), header.pointee & 1 == 1, UnsafeMutableRawPointer(words))
    }
  }

  @inlinable
  @inline(__always)
  package var payload: UnsafeMutableRawPointer { entries + count * (isWide ? 4 : 2) }

  /// Returns the entry of a column.
  ///
  /// The lowest three bits are the storage class. The other bits are the offset at which the
  /// column's bytes end.
  @inlinable
  @inline(__always)
  package func entry(at index: Int) -> UInt32 {
    isWide
      ? entries.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      : UInt32(entries.load(fromByteOffset: index * 2, as: UInt16.self))
  }

  @inlinable
  @inline(__always)
  package func setEntry(at index: Int, end: Int, _ storageClass: StorageClass) {
    let entry = UInt32(truncatingIfNeeded: end) << 3 | storageClass.rawValue
    if isWide {
      entries.storeBytes(of: entry, toByteOffset: index * 4, as: UInt32.self)
    } else {
      entries.storeBytes(
        of: UInt16(truncatingIfNeeded: entry),
        toByteOffset: index * 2,
        as: UInt16.self
      )
    }
  }
}

/// Writes the values of a new ``RowImageStorage``, one column after another.
@usableFromInline
struct RowImageWriter {
  @usableFromInline let parts: RowImageParts
  @usableFromInline let payload: UnsafeMutableRawPointer
  @usableFromInline var column = 0
  @usableFromInline var end = 0

  @inlinable
  @inline(__always)
  init(_ storage: RowImageStorage) {
    parts = RowImageParts(storage)
    payload = parts.payload
  }

  @inlinable
  @inline(__always)
  mutating func append(_ cell: RowCell) {
    cell.copyBytes(to: payload + end)
    end += cell.size
    parts.setEntry(at: column, end: end, cell.storageClass)
    column += 1
  }
}

extension RowCell {
  /// Writes the bytes of the value to `target`. The target must have room for `size` bytes.
  @inlinable
  @inline(__always)
  func copyBytes(to target: UnsafeMutableRawPointer) {
    switch storageClass {
    case .null: break
    case .integer, .real:
      switch size {
      case 0: break
      case 1: store(UInt8.self, at: target)
      case 2: store(UInt16.self, at: target)
      case 4: store(UInt32.self, at: target)
      default: store(UInt64.self, at: target)
      }
    case .text, .blob:
      if let bytes, byteCount > 0 { target.copyMemory(from: bytes, byteCount: byteCount) }
    }
  }

  @inlinable
  @inline(__always)
  func store<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type,
    at target: UnsafeMutableRawPointer
  ) {
    target.storeBytes(of: Word(truncatingIfNeeded: bits).littleEndian, as: type)
  }
}

import CSQLite

/// How SQLite stores a value (<https://sqlite.org/datatype3.html#storage_classes_and_datatypes>).
package enum StorageClass: UInt32, Sendable {
  case null, integer, real, text, blob

  @inline(__always)
  init(tag: UInt32) { self = StorageClass(rawValue: tag) ?? .null }
}

/// A set of storage classes.
package struct StorageClasses: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package init(_ one: StorageClass) { rawValue = 1 << UInt8(one.rawValue) }

  package static let null = StorageClasses(.null)
  package static let integer = StorageClasses(.integer)
  package static let real = StorageClasses(.real)
  package static let text = StorageClasses(.text)
  package static let blob = StorageClasses(.blob)
}

/// One column's value where it lies: in a statement, in the hook, in a ``RowImage``. Does not own
/// its bytes.
struct RowCell {
  let storageClass: StorageClass
  /// An integer's value or a real's bit pattern.
  let bits: UInt64
  /// Of a text or blob.
  let bytes: UnsafeRawPointer?
  let byteCount: Int

  static var null: RowCell { RowCell(storageClass: .null, bits: 0, bytes: nil, byteCount: 0) }

  init(storageClass: StorageClass, bits: UInt64, bytes: UnsafeRawPointer?, byteCount: Int) {
    self.storageClass = storageClass
    self.bits = bits
    self.bytes = bytes
    self.byteCount = byteCount
  }

  init(_ integer: Int64) {
    self.init(
      storageClass: .integer,
      bits: UInt64(bitPattern: integer),
      bytes: nil,
      byteCount: 0
    )
  }

  init(_ real: Double) {
    self.init(storageClass: .real, bits: real.bitPattern, bytes: nil, byteCount: 0)
  }

  /// Of an image: `entry` says where the bytes end that begin at `start`.
  @inline(__always)
  init(entry: UInt32, bytes: UnsafeRawPointer, start: Int) {
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

  /// How many bytes an image keeps for it.
  @inline(__always)
  var size: Int {
    switch storageClass {
    case .null: 0
    case .integer: RowCell.size(of: Int64(bitPattern: bits))
    case .real: 8
    case .text, .blob: byteCount
    }
  }

  @inline(__always)
  static func size(of integer: Int64) -> Int {
    if integer == 0 { return 0 }
    if integer == Int64(Int8(truncatingIfNeeded: integer)) { return 1 }
    if integer == Int64(Int16(truncatingIfNeeded: integer)) { return 2 }
    if integer == Int64(Int32(truncatingIfNeeded: integer)) { return 4 }
    return 8
  }

  var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: byteCount) }

  /// Copies it out.
  var value: SQLiteValue {
    switch storageClass {
    case .null: .null
    case .integer: .integer(Int64(bitPattern: bits))
    case .real: .real(Double(bitPattern: bits))
    case .text: .text(String(decoding: buffer, as: UTF8.self))
    case .blob: .blob([UInt8](buffer))
    }
  }

  func isIdentical(to other: RowCell) -> Bool {
    guard storageClass == other.storageClass else { return false }
    switch storageClass {
    case .null: return true
    case .integer, .real: return bits == other.bits
    case .text, .blob: return hasSameBytes(as: other)
    }
  }

  @inline(__always)
  func hasSameBytes(as other: RowCell) -> Bool {
    guard byteCount == other.byteCount else { return false }
    guard byteCount > 0, let bytes, let theirs = other.bytes else { return true }
    return csqlite_equal_bytes(bytes, theirs, byteCount)
  }
}

extension RowCell {
  /// A value of SQLite's, of a connection that no other thread uses meanwhile: good as long as it.
  ///
  /// - Parameter isUTF8: Text is known to lie there as UTF-8, and is taken as it lies: asking for
  ///   text would have SQLite copy it to put a NUL behind it.
  @inline(__always)
  init(_ pointer: OpaquePointer, isUTF8: Bool = false) {
    switch sqlite3_value_type(pointer) {
    case SQLITE_INTEGER: self.init(sqlite3_value_int64(pointer))
    case SQLITE_FLOAT: self.init(sqlite3_value_double(pointer))
    case SQLITE_TEXT:
      let bytes =
        isUTF8 ? sqlite3_value_blob(pointer) : UnsafeRawPointer(sqlite3_value_text(pointer))
      let byteCount = Int(sqlite3_value_bytes(pointer))
      // Empty text may lie nowhere.
      let isMissing = bytes == nil && (byteCount > 0 || !isUTF8)
      self.init(
        storageClass: isMissing ? .null : .text,
        bits: 0,
        bytes: bytes,
        byteCount: byteCount
      )
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(pointer)
      self.init(
        storageClass: .blob,
        bits: 0,
        bytes: bytes,
        byteCount: Int(sqlite3_value_bytes(pointer))
      )
    default: self = .null
    }
  }
}

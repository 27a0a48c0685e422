/// Encodes the values of columns into memory that the caller has reserved.
///
/// Appending each byte to an array would take several times as long.
struct RowCellEncoder {
  /// The largest number of bytes of an encoded value in addition to its text or blob: the storage
  /// class, and the count of bytes or a number.
  static let overhead = 11

  private let start: UnsafeMutableRawPointer
  /// The number of bytes that were written.
  private(set) var byteCount = 0

  /// - Parameter start: Memory with room for all values that are appended.
  init(writingTo start: UnsafeMutableRawPointer) { self.start = start }

  mutating func append(_ byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: byteCount, as: UInt8.self)
    byteCount += 1
  }

  mutating func append(_ cell: RowCell) {
    append(UInt8(cell.storageClass.rawValue))
    switch cell.storageClass {
    case .null: break
    case .integer, .real:
      start.storeBytes(of: cell.bits.littleEndian, toByteOffset: byteCount, as: UInt64.self)
      byteCount += 8
    case .text, .blob:
      var rest = UInt64(cell.byteCount)
      while rest >= 0x80 {
        append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      append(UInt8(rest))
      guard let bytes = cell.bytes, cell.byteCount > 0 else { return }
      (start + byteCount).copyMemory(from: bytes, byteCount: cell.byteCount)
      byteCount += cell.byteCount
    }
  }
}

/// The memory of a ``RowImage``: the number of columns; for each column one word with the end of
/// its bytes, counted from the first column's, and in the low three bits its storage class; the
/// bytes.
final class RowImageStorage: ManagedBuffer<UInt32, UInt32> {
  /// What 29 bits can count. SQLite refuses a row of more than 64 MiB here.
  private static let payloadLimit = 1 << 29

  static func make(columnCount: Int, payloadSize: Int) -> RowImageStorage {
    precondition(payloadSize < payloadLimit, "A row of more than 512 MiB cannot be kept in memory.")
    let words = columnCount + (payloadSize + 3) / 4
    let made = create(minimumCapacity: words) { _ in UInt32(columnCount) }
    return unsafeDowncast(made, to: RowImageStorage.self)
  }
}

/// Fills a storage, column by column.
struct RowImageWriter {
  private let entries: UnsafeMutablePointer<UInt32>
  private let payload: UnsafeMutableRawPointer
  private var column = 0
  private var end = 0

  init(_ storage: RowImageStorage) {
    let count = Int(storage.header)
    entries = storage.withUnsafeMutablePointerToElements { $0 }
    payload = UnsafeMutableRawPointer(entries + count)
  }

  mutating func append(_ cell: RowCell) {
    cell.copyBytes(to: payload + end)
    end += cell.size
    entries[column] = UInt32(end) << 3 | cell.storageClass.rawValue
    column += 1
  }
}

extension RowCell {
  /// Writes what an image keeps for it: `size` bytes.
  @inline(__always)
  func copyBytes(to target: UnsafeMutableRawPointer) {
    let size = size
    switch storageClass {
    case .null: break
    case .integer, .real:
      withUnsafeBytes(of: bits.littleEndian) {
        target.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: size)
      }
    case .text, .blob:
      if let bytes, size > 0 { target.copyMemory(from: bytes, byteCount: size) }
    }
  }
}

/// Decodes counts, texts and changed rows. The format is:
///
///     row:        images (1 old, 2 new, 3 both), key, old image, new image
///     key, image: column count, columns
///     column:     storage class (0...4), value | 5 (the value of the old image)
///
/// A count is stored with seven bits in each byte, the lowest bits first. An integer or a real has
/// eight bytes, little endian. A text or blob is stored as its byte count and its bytes.
///
/// Any program may have written the bytes, so every count and tag is checked.
struct RowChangeDecoder {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// Thrown if the bytes are not valid.
  ///
  /// The error has no details, because the caller describes where the bytes were.
  struct Malformed: Error {}

  /// - Parameter bytes: The encoded values. The memory must stay valid as long as this value.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }
  var remainingByteCount: Int { bytes.count - offset }

  mutating func row() throws(Malformed) -> RowChange {
    let sides = try byte()
    guard 1...3 ~= sides else { throw Malformed() }
    let key = try image(since: nil)
    guard !key.isEmpty else { throw Malformed() }
    let old = sides & 1 == 0 ? nil : try image(since: nil)
    let new = sides & 2 == 0 ? nil : try image(since: old)
    return RowChange(key: RowKey(Array(key)), old: old, new: new)
  }

  private mutating func image(since old: RowImage?) throws(Malformed) -> RowImage {
    let count = try count()
    // Each encoded column has at least one byte, so a count above the number of remaining bytes is
    // wrong.
    guard count <= bytes.count - offset, count < RowImageStorage.columnLimit else {
      throw Malformed()
    }
    var cells: [RowCell] = []
    cells.reserveCapacity(count)
    for index in 0..<count { cells.append(try cell(at: index, since: old)) }
    return withExtendedLifetime(old) { cells.withUnsafeBufferPointer { RowImage(cells: $0) } }
  }

  private mutating func cell(at index: Int, since old: RowImage?) throws(Malformed) -> RowCell {
    let tag = try byte()
    if tag == ChangeSetFormat.unchanged {
      guard let old, index < old.count else { throw Malformed() }
      return old.cell(at: index)
    }
    guard let storageClass = StorageClass(rawValue: UInt32(tag)) else { throw Malformed() }
    switch storageClass {
    case .null: return .null
    case .integer, .real:
      return RowCell(storageClass: storageClass, bits: try word(), bytes: nil, byteCount: 0)
    case .text, .blob:
      let slice = try slice()
      return RowCell(
        storageClass: storageClass,
        bits: 0,
        bytes: slice.baseAddress,
        byteCount: slice.count
      )
    }
  }

  mutating func text() throws(Malformed) -> String {
    guard let text = String(validating: try slice(), as: UTF8.self) else { throw Malformed() }
    return text
  }

  mutating func byte() throws(Malformed) -> UInt8 {
    guard offset < bytes.count else { throw Malformed() }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func word() throws(Malformed) -> UInt64 {
    guard bytes.count - offset >= 8 else { throw Malformed() }
    defer { offset += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  mutating func count() throws(Malformed) -> Int {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 35, by: 7) {
      let byte = try byte()
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(result) }
    }
    throw Malformed()
  }

  private mutating func slice() throws(Malformed) -> UnsafeRawBufferPointer {
    let count = try count()
    guard count <= bytes.count - offset else { throw Malformed() }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
  }
}

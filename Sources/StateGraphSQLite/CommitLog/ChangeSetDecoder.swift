/// The special byte values in an encoded `ChangeSet`, which lists the rows that a commit changed.
enum ChangeSetFormat {
  /// The version of the format, the first byte of an encoded change set.
  ///
  /// A reader that does not support the version treats the changes of the commit as unknown.
  static let version: UInt8 = 1
  static let reset: UInt8 = 0
  static let updates: UInt8 = 1
  static let rows: UInt8 = 2
  /// The byte that stands for a column's storage class and value in the new image of a row, if the
  /// column has the same value as in the old image.
  static let unchanged: UInt8 = 5
}

/// Decodes a `ChangeSet`, which lists the rows that a commit changed.
///
/// Another process has written the encoded change set to the commit log. The format is:
///
///     change set: version, 1 if the schema changed or else 0, table count, tables
///     table:      name, changes
///     changes:    0 (any row may have changed) | 1, updated columns | 2, row count, rows
///     row:        images (1 old, 2 new, 3 both), key, old image, new image
///     key, image: column count, columns
///     column:     storage class (0...4), value | 5 (the value of the old image)
///
/// A count is stored with seven bits in each byte, the lowest bits first. An integer or a real has
/// eight bytes, little endian. A text or blob is stored as its byte count and its bytes.
///
/// Any program may have written the bytes, so every count and tag is checked.
struct ChangeSetDecoder {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// Thrown if the bytes are not a valid change set.
  ///
  /// The error has no details, because the caller then treats all changes of the commit as unknown.
  struct Malformed: Error {}

  /// Decodes a change set. Throws if a byte is not valid.
  ///
  /// - Parameter bytes: The encoded change set. The memory must stay valid during the call.
  static func decode(_ bytes: UnsafeRawBufferPointer) throws(Malformed) -> ChangeSet {
    var decoder = ChangeSetDecoder(bytes)
    return try decoder.changeSet()
  }

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func changeSet() throws(Malformed) -> ChangeSet {
    guard try byte() == ChangeSetFormat.version else { throw Malformed() }
    var changeSet = ChangeSet()
    changeSet.schemaChanged = try byte() != 0
    for _ in 0..<(try count()) {
      guard let name = String(validating: try slice(), as: UTF8.self) else { throw Malformed() }
      changeSet.tables[ByteText(name)] = try changes()
    }
    guard offset == bytes.count else { throw Malformed() }
    return changeSet
  }

  private mutating func changes() throws(Malformed) -> TableChanges {
    switch try byte() {
    case ChangeSetFormat.reset: return .reset
    case ChangeSetFormat.updates: return .updates(ColumnMask(word: try word()))
    case ChangeSetFormat.rows:
      let count = try count()
      var rows: [RowChange] = []
      // Each encoded row has at least four bytes. With this limit, a wrong count cannot reserve
      // more memory than the input's size allows.
      rows.reserveCapacity(min(count, (bytes.count - offset) / 4))
      for _ in 0..<count { rows.append(try row()) }
      return .rows(rows)
    default: throw Malformed()
    }
  }

  private mutating func row() throws(Malformed) -> RowChange {
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
}

extension ChangeSetDecoder {
  private mutating func byte() throws(Malformed) -> UInt8 {
    guard offset < bytes.count else { throw Malformed() }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func word() throws(Malformed) -> UInt64 {
    guard bytes.count - offset >= 8 else { throw Malformed() }
    defer { offset += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private mutating func count() throws(Malformed) -> Int {
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

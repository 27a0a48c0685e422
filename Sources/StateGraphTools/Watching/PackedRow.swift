import StateGraphSQLite

/// Encodes the values of a row in few bytes, for the rows that a watch keeps in memory. Each value
/// is one byte for the storage class, followed by its content. A text or BLOB has its length before
/// the bytes.
enum PackedRow {
  static func append(_ statement: Statement, column: Int, to bytes: inout [UInt8]) {
    let kind = statement.storageClass(at: column)
    append(kind, to: &bytes)
    switch kind {
    case .null: break
    case .integer: append(UInt64(bitPattern: statement.integer(at: column)), to: &bytes)
    case .real: append(statement.real(at: column).bitPattern, to: &bytes)
    case .text, .blob:
      let value = statement.bytes(at: column)
      append(UInt64(value.count), to: &bytes)
      bytes.append(contentsOf: value)
    }
  }

  /// Appends the value of a column of a row image. A `RowImage` contains the values of one row in
  /// the commit log.
  static func append(_ image: RowImage, column: Int, to bytes: inout [UInt8]) {
    let kind = image.storageClass(at: column)
    guard kind == .text || kind == .blob else { return append(image[column], to: &bytes) }
    append(kind, to: &bytes)
    image.withBytes(at: column) { value in
      append(UInt64(value.count), to: &bytes)
      bytes.append(contentsOf: value)
    }
  }

  static func append(_ value: SQLiteValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: append(StorageClass.null, to: &bytes)
    case .integer(let integer):
      append(.integer, to: &bytes)
      append(UInt64(bitPattern: integer), to: &bytes)
    case .real(let real):
      append(.real, to: &bytes)
      append(real.bitPattern, to: &bytes)
    case .text(let text):
      append(.text, to: &bytes)
      append(UInt64(text.utf8.count), to: &bytes)
      bytes.append(contentsOf: text.utf8)
    case .blob(let blob):
      append(.blob, to: &bytes)
      append(UInt64(blob.count), to: &bytes)
      bytes.append(contentsOf: blob)
    }
  }

  private static func append(_ kind: StorageClass, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: kind.rawValue))
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Returns the first values of an encoded row, at most `limit` of them. The key columns come
  /// first, so with a small limit only the key is decoded.
  static func values(_ bytes: ArraySlice<UInt8>, limit: Int = .max) -> [SQLiteValue] {
    var rest = bytes
    var values: [SQLiteValue] = []
    while values.count < limit, let tag = rest.popFirst() {
      switch StorageClass(rawValue: UInt32(tag)) {
      case .integer: values.append(.integer(Int64(bitPattern: word(&rest))))
      case .real: values.append(.real(Double(bitPattern: word(&rest))))
      case .text:
        let count = Int(word(&rest))
        values.append(.text(String(decoding: rest.prefix(count), as: UTF8.self)))
        rest = rest.dropFirst(count)
      case .blob:
        let count = Int(word(&rest))
        values.append(.blob(Array(rest.prefix(count))))
        rest = rest.dropFirst(count)
      default: values.append(.null)
      }
    }
    return values
  }

  private static func word(_ rest: inout ArraySlice<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for (index, byte) in rest.prefix(8).enumerated() { word |= UInt64(byte) << UInt64(8 * index) }
    rest = rest.dropFirst(8)
    return word
  }
}

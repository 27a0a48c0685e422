import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// The JSON of values as an answer shows them: shortened, and tagged if JSON or JavaScript cannot
/// represent them.
enum ShownValue {
  /// The number of bytes up to which a text is complete.
  static let textLimit = 1024
  /// The number of bytes of a blob that are shown.
  static let blobLimit = 64
  /// The largest integer up to which JavaScript represents all integers.
  private static let exactIntegers = -(Int64(1) << 53)...(Int64(1) << 53)

  static func json(_ integer: Int64) -> [UInt8] {
    guard exactIntegers.contains(integer) else {
      return Array("{\"$integer\":\"\(integer)\"}".utf8)
    }
    return Array(String(integer).utf8)
  }

  static func json(_ real: Double) -> [UInt8] {
    let text = real.isInfinite ? (real < 0 ? "-Infinity" : "Infinity") : real.description
    return Array("{\"$real\":\"\(text)\"}".utf8)
  }

  static func tagged(_ tag: String, bytes: [UInt8], size: Int? = nil) -> [UInt8] {
    let size = size ?? bytes.count
    return Array("{\"\(tag)\":\"\(RFC4648.base64(bytes))\",\"bytes\":\(size)}".utf8)
  }

  /// Returns the JSON of a value of a statement's current row.
  static func json(_ statement: Statement, column: Int) -> [UInt8] {
    switch statement.storageClass(at: column) {
    case .null: Array("null".utf8)
    case .integer: json(statement.integer(at: column))
    case .real: json(statement.real(at: column))
    case .blob: json(blob: statement.bytes(at: column))
    case .text: json(text: statement.bytes(at: column))
    }
  }

  static func json(blob bytes: UnsafeRawBufferPointer) -> [UInt8] {
    tagged("$blob", bytes: Array(bytes.prefix(blobLimit)), size: bytes.count)
  }

  static func json(text bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard bytes.isValidUTF8, !bytes.contains(0) else {
      return tagged("$textBytes", bytes: Array(bytes.prefix(blobLimit)), size: bytes.count)
    }
    guard bytes.count > textLimit else {
      return Array(JSONEscape.quoted(String(decoding: bytes, as: UTF8.self)).utf8)
    }
    var end = textLimit
    // A byte 10xxxxxx continues a character, which must not be cut.
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let start = JSONEscape.quoted(String(decoding: bytes[..<end], as: UTF8.self))
    return Array("{\"$text\":\(start),\"bytes\":\(bytes.count)}".utf8)
  }
}

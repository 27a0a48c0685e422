import StateGraphCore

/// A strict parser of one JSON text (RFC 8259).
///
/// A number without a fraction or an exponent becomes an integer, if it fits into 64 bits.
struct StorageJSONReader {
  /// The maximum depth of nested arrays and objects.
  ///
  /// This library writes no deeper text. Parsing deeper text could exhaust the stack.
  private static let depthLimit = 512

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Parses the complete text. Returns `nil` if the text is not valid JSON.
  mutating func value() -> GraphStorageValue? {
    guard let value = element(), position == bytes.count else { return nil }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x0a, 0x0d, 0x09].contains(byte) { position += 1 }
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func element() -> GraphStorageValue? {
    skipSpace()
    defer { skipSpace() }
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < Self.depthLimit else { return nil }
      depth += 1
      defer { depth -= 1 }
      return take("{") ? object() : take("[") ? array() : nil
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func array() -> GraphStorageValue? {
    var values: [GraphStorageValue] = []
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      guard let value = element() else { return nil }
      values.append(value)
    } while take(",")
    return take("]") ? .array(values) : nil
  }

  private mutating func object() -> GraphStorageValue? {
    var values: [String: GraphStorageValue] = [:]
    var kind: String?
    skipSpace()
    if take("}") { return .dictionary([:]) }
    repeat {
      skipSpace()
      guard let key = string() else { return nil }
      skipSpace()
      guard take(":"), let value = element() else { return nil }
      if key == StorageJSON.tag, values.isEmpty, case .text(let text) = value { kind = text }
      values[key] = value
    } while take(",")
    guard take("}") else { return nil }
    guard let kind else { return .dictionary(values) }
    return values["value"].flatMap { StorageJSON.untagged(kind, content: $0) }
  }
}

// MARK: - Scalars

extension StorageJSONReader {
  private mutating func number() -> GraphStorageValue? {
    let start = position
    _ = take("-")
    guard digits() else { return nil }
    let first = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
    if bytes[first] == UInt8(ascii: "0"), position > first + 1 { return nil }
    var isInteger = true
    if take(".") {
      isInteger = false
      guard digits() else { return nil }
    }
    if take("e") || take("E") {
      isInteger = false
      _ = take("+") || take("-")
      guard digits() else { return nil }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    if isInteger, let integer = UInt64(text) { return .largeInteger(integer) }
    return Double(text).map { .real($0) }
  }

  /// Consumes one or more digits. Returns `false` if there is no digit.
  private mutating func digits() -> Bool {
    let start = position
    while let byte = next, (48...57).contains(byte) { position += 1 }
    return position > start
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var content: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        content += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: content.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "u"):
      guard let unit = unit() else { return nil }
      guard (0xd800..<0xdc00).contains(unit) else { return Unicode.Scalar(unit) }
      guard take("\\u"), let low = self.unit(), (0xdc00..<0xe000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
    default: return nil
    }
  }

  /// Consumes the four hexadecimal digits of a `\u` escape, and returns the UTF-16 code unit that
  /// they represent.
  private mutating func unit() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    defer { position += 4 }
    var unit: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 + UInt32(digit)
    }
    return unit
  }
}

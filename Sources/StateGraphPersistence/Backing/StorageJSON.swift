import StateGraphCore

/// Converts stored values to JSON text and back.
///
/// SQLite's JSON functions can read the text of lists and dictionaries.
///
/// JSON cannot express NaN, an infinity, bytes, or a date. Such a value becomes a JSON object whose
/// first key is ``tag``. A dictionary that contains this key also becomes a tagged object.
/// Different values therefore have different texts.
enum StorageJSON {
  static let tag = "$stategraph"
  private static let prefix = "{\"\(tag)\":"

  /// Returns whether the text begins with the prefix of a tagged value.
  static func isTagged(_ text: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

  static func text(_ value: GraphStorageValue) -> String {
    var text = ""
    append(value, to: &text)
    return text
  }

  /// Returns the value as a JSON object whose first key is ``tag``.
  static func tagged(_ value: GraphStorageValue) -> String {
    let text = text(value)
    return isTagged(text) ? text : tagged("value", content: text)
  }

  private static func tagged(_ kind: String, content: String) -> String {
    "\(prefix)\"\(kind)\",\"value\":\(content)}"
  }

  private static func append(_ value: GraphStorageValue, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .largeInteger(let value): text += String(value)
    case .real(let value):
      // The description contains a fraction or an exponent, so the text does not look like an
      // integer.
      text +=
        value.isFinite ? value.description : tagged("real", content: "\"\(value.magnitudeName)\"")
    case .text(let value): append(value, to: &text)
    case .data(let value): text += tagged("data", content: "\"\(hexadecimal(value))\"")
    case .date(let value):
      text += tagged(
        "date",
        content: value.isFinite ? value.description : "\"\(value.magnitudeName)\""
      )
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        append(value, to: &text)
      }
      text += "]"
    case .dictionary(let values): append(values, to: &text)
    }
  }

  /// Appends a dictionary.
  ///
  /// The keys are sorted by their bytes, so that equal dictionaries have equal texts.
  private static func append(_ values: [String: GraphStorageValue], to text: inout String) {
    let pairs = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    if values[tag] != nil {
      text += tagged(
        "dictionary",
        content: self.text(.array(pairs.map { .array([.text($0.key), $0.value]) }))
      )
      return
    }
    text += "{"
    for (index, pair) in pairs.enumerated() {
      if index > 0 { text += "," }
      append(pair.key, to: &text)
      text += ":"
      append(pair.value, to: &text)
    }
    text += "}"
  }

  private static func append(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\u{0}"..<" ":
        text += scalar.value < 16 ? "\\u000" : "\\u00"
        text += String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

// MARK: - Reading

extension StorageJSON {
  /// Returns the value that a JSON text contains.
  ///
  /// Returns `nil` if the text is not JSON, or if it contains an unknown tag.
  static func value(_ text: String) -> GraphStorageValue? {
    var reader = StorageJSONReader(text)
    return reader.value()
  }

  /// Returns the value of a tagged object, such as NaN for the tag "real" with the content "nan".
  ///
  /// Returns nil if the content does not fit the tag.
  static func untagged(_ kind: String, content: GraphStorageValue) -> GraphStorageValue? {
    switch (kind, content) {
    case ("value", let value): value
    case ("real", .text(let name)): Double(magnitudeName: name).map { .real($0) }
    case ("data", .text(let digits)): bytes(digits).map { .data($0) }
    case ("date", .text(let name)): Double(magnitudeName: name).map { .date($0) }
    case ("date", .real(let seconds)): .date(seconds)
    case ("dictionary", .array(let pairs)): dictionary(pairs)
    default: nil
    }
  }

  private static func dictionary(_ pairs: [GraphStorageValue]) -> GraphStorageValue? {
    var values: [String: GraphStorageValue] = [:]
    for pair in pairs {
      guard case .array(let pair) = pair, pair.count == 2, case .text(let key) = pair[0] else {
        return nil
      }
      values[key] = pair[1]
    }
    return .dictionary(values)
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

extension Double {
  /// The name of NaN or of an infinity in tagged JSON. JSON numbers cannot express these values.
  fileprivate var magnitudeName: String { isNaN ? "nan" : self > 0 ? "infinity" : "-infinity" }

  fileprivate init?(magnitudeName name: String) {
    switch name {
    case "nan": self = .nan
    case "infinity": self = .infinity
    case "-infinity": self = -.infinity
    default: return nil
    }
  }
}

import FoundationEssentials

/// The JSON text of states and requests. Keys are sorted, so that equal states have equal text.
enum JSONText {
  /// - Throws: The error of the value's `encode(to:)`. NaN and infinities throw `EncodingError`.
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// - Throws: `DecodingError` if the text does not fit the type, or the error of the value's
  ///   `init(from:)`.
  static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

import FoundationEssentials

/// Keeps any `Codable` value as JSON in a TEXT column: `@Column(.json)`.
///
/// Keys are sorted, so that equal values are equal text and setting one again writes nothing.
public enum JSON<Value: Codable & Sendable>: ColumnConversion {
  /// The value as JSON.
  ///
  /// - Throws: What the value's `encode(to:)` throws, and for NaN and infinities.
  public static func stored(_ value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value of JSON.
  ///
  /// - Throws: `DecodingError`, or what the value's `init(from:)` throws.
  public static func value(_ stored: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(stored.utf8))
  }

  /// What the value's `init(from:)` makes of nothing: empty, zero and nil.
  public static var placeholder: Value {
    do {
      return try PlaceholderDecoder.value(of: Value.self)
    } catch {
      preconditionFailure("\(Value.self) cannot be made of nothing: give the property a value.")
    }
  }
}

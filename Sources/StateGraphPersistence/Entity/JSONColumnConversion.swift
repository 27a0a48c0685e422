import FoundationEssentials

/// Stores a `Codable` value as JSON in a TEXT column: the conversion of `@Column(.json)`.
///
/// Keys are sorted. Equal values therefore have equal text, and setting an equal value writes
/// nothing.
public enum JSONColumnConversion<Value: Codable & Sendable>: ColumnConversion {
  /// Returns the value as JSON.
  ///
  /// - Throws: The error that the value's `encode(to:)` throws; `EncodingError` for NaN and
  ///   infinities.
  public static func stored(_ value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns the value of a JSON text.
  ///
  /// - Throws: `DecodingError`, or the error that the value's `init(from:)` throws.
  public static func value(_ stored: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(stored.utf8))
  }

  /// The value that `init(from:)` creates from a decoder without data: empty, zero and nil.
  public static var placeholder: Value {
    do {
      return try PlaceholderDecoder.value(of: Value.self)
    } catch {
      preconditionFailure(
        "\(Value.self) cannot be decoded without data: make the property optional."
      )
    }
  }
}

import FoundationEssentials

/// Stores a `Codable` value as JSON in a TEXT column. `@Column(.json)` uses this conversion.
///
/// Keys are sorted, so that equal values have equal text. Setting a property to an equal value
/// therefore writes nothing.
public enum JSONColumnConversion<Value: Codable & Sendable>: ColumnConversion {
  /// Returns the value as JSON text.
  ///
  /// - Throws: The error of the value's `encode(to:)`. NaN and infinities throw `EncodingError`.
  public static func stored(_ value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns the value that a JSON text contains.
  ///
  /// - Throws: `DecodingError` if the text does not fit the type, or the error of the value's
  ///   `init(from:)`.
  public static func value(_ stored: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(stored.utf8))
  }

  /// The value that `init(from:)` creates from a decoder without data, with empty, zero and nil
  /// members.
  ///
  /// Stops the program if the type cannot be decoded without data. Make the property optional in
  /// this case.
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

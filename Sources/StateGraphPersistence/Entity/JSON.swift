import FoundationEssentials

/// Keeps any `Codable` value as JSON in a TEXT column: `@Column(.json)`.
///
/// Keys are sorted, so that equal values are equal text and setting one again writes nothing.
public enum JSON<Value: Codable & Sendable>: ColumnConversion {
  public static func stored(_ value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  public static func value(_ stored: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(stored.utf8))
  }
}

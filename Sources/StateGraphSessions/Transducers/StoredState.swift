/// A state that an older version of the program has written, for
/// ``RestorableTransducer/migrate(_:from:)``.
public struct StoredState: Sendable {
  /// The state as JSON text.
  public let json: String

  /// Decodes the state as a type with the old form.
  ///
  /// - Throws: `DecodingError` if the state does not fit the type, or the error of the type's
  ///   `init(from:)`.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONText.decode(type, from: json)
  }
}

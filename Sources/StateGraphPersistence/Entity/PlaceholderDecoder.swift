import StateGraphSQLite

/// Creates a value of any `Decodable` type without data. The value is empty, zero, nil, or the
/// first case of an enum.
///
/// An entity whose row does not exist needs such values for the properties that are stored as JSON.
struct PlaceholderDecoder: Decoder {
  /// The maximum depth of nested types. It ends the recursion for a type that always contains
  /// itself.
  private static let depthLimit = 64

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var depth = 0

  static func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    try PlaceholderDecoder().value(of: type)
  }

  fileprivate func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    if let type = type as? any Bindable.Type, let value = type.placeholder as? Value {
      return value
    }
    guard depth < PlaceholderDecoder.depthLimit else {
      throw DecodingError.valueNotFound(type, context("The type contains itself."))
    }
    var inner = self
    inner.depth += 1
    do {
      return try Value(from: inner)
    } catch {
      guard let value = firstCase(of: type) else { throw error }
      return value
    }
  }

  fileprivate func context(_ text: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: [], debugDescription: text)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(NoMembers(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { NoElements(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { NoValue(decoder: self) }
}

/// Decodes an empty dictionary, or an object whose members are all placeholders.
private struct NoMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: PlaceholderDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { false }
  func decodeNil(forKey key: Key) -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.value(of: type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    decoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    decoder.unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }
  func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

/// Decodes an array without elements.
private struct NoElements: UnkeyedDecodingContainer {
  let decoder: PlaceholderDecoder
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func decodeNil() -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.value(of: type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> {
    decoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { decoder.unkeyedContainer() }
  func superDecoder() -> any Decoder { decoder }
}

/// Decodes nil for an optional type, and a placeholder for any other type.
private struct NoValue: SingleValueDecodingContainer {
  let decoder: PlaceholderDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.value(of: type)
  }
}

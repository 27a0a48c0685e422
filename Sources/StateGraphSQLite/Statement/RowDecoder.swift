extension SQLiteRow {
  /// Decodes a value of a `Decodable` type from the row.
  ///
  /// Each member of the type is read from the column with the name of its coding key. A member of a
  /// ``Bindable`` type is converted like a column of an entity. For example, a `Date` is read from
  /// text. Any other member must decode from a single value, like an enumeration with raw values.
  /// An optional member is nil if its column is NULL or missing. A type that itself decodes from a
  /// single value, such as `Int`, is read from the first column.
  ///
  /// ```swift
  /// struct Summary: Decodable { let name: String; let postCount: Int }
  /// let summary = try row.decode(Summary.self)
  /// ```
  ///
  /// - Parameter type: The type of the value.
  /// - Throws: ``DatabaseError`` with the code `.missingColumn` or `.typeMismatch` if a column does
  ///   not fit. The code is `.misuse` if the type needs nested objects or arrays. Errors of the
  ///   type's own `init(from:)` are also thrown.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type is any Bindable.Type { return try ColumnDecoder(firstColumnOf: self).decode(type) }
    return try Value(from: RowDecoder(row: self))
  }
}

/// Decodes a type from the columns of one row.
private struct RowDecoder: Decoder {
  let row: SQLiteRow
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer(row: row))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw DatabaseError.nested }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try ColumnDecoder(firstColumnOf: row)
  }
}

/// Gives a decoded type access to the columns of one row, by the names of the type's coding keys.
private struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: SQLiteRow
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { row.columns.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { row[key.stringValue] != nil }

  private func column(_ key: Key) throws(DatabaseError) -> ColumnDecoder {
    guard let value = row[key.stringValue] else {
      throw .missingColumn(key.stringValue, in: row.columns)
    }
    return ColumnDecoder(column: key.stringValue, value: value)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try column(key).value.isNull }

  // `KeyedDecodingContainerProtocol` requires a separate method for each of these types.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try column(key).bound(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try column(key).bound(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try column(key).bound(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try column(key).bound(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try column(key).bound(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try column(key).bound(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try column(key).bound(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try column(key).bound(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try column(key).bound(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try column(key).bound(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try column(key).bound(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try column(key).bound(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try column(key).bound(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try column(key).bound(type) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try column(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { throw DatabaseError.nested }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw DatabaseError.nested
  }

  /// Returns a decoder for the superclass, which is decoded from the same columns.
  func superDecoder() throws -> any Decoder { RowDecoder(row: row) }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw DatabaseError.nested }
}

/// Decodes a type from the value of one column. Nested objects and arrays are refused.
private struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  let column: String
  let value: SQLiteValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(column: String, value: SQLiteValue) {
    (self.column, self.value) = (column, value)
  }

  init(firstColumnOf row: SQLiteRow) throws(DatabaseError) {
    guard let column = row.columns.first, let value = row.values.first else {
      throw .missingColumn("0", in: row.columns)
    }
    self.init(column: column, value: value)
  }

  func bound<Value: Bindable>(_ type: Value.Type) throws(DatabaseError) -> Value {
    try SQLiteRow.convert(value, of: column, to: type)
  }

  /// Converts the value through ``Bindable`` if the type conforms to this protocol.
  ///
  /// A `Date` is therefore read from text, although its own `init(from:)` expects a number.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let bindable = type as? any Bindable.Type else { return try Value(from: self) }
    guard let converted = try bound(bindable) as? Value else {
      throw DatabaseError.cannotConvert(value, of: column, to: "\(type)")
    }
    return converted
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw DatabaseError.nested
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw DatabaseError.nested }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try bound(type) }
  func decode(_ type: String.Type) throws -> String { try bound(type) }
  func decode(_ type: Double.Type) throws -> Double { try bound(type) }
  func decode(_ type: Float.Type) throws -> Float { try bound(type) }
  func decode(_ type: Int.Type) throws -> Int { try bound(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try bound(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try bound(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try bound(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try bound(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try bound(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try bound(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try bound(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try bound(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try bound(type) }
}

extension DatabaseError {
  fileprivate static var nested: DatabaseError {
    DatabaseError(
      .misuse,
      "A row has columns only. It cannot be decoded into a type with nested objects or arrays.",
      remedy: "Make the member's type Bindable, or decode a type whose members are single values."
    )
  }
}

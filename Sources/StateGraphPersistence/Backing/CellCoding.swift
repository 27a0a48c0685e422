import StateGraphCore
import StateGraphSQLite

/// Converts between values of a Swift type and the value that a cell stores in the database.
struct CellCoding<Value> {
  let encode: (Value) throws -> SQLiteValue
  /// Converts a stored value. Returns `nil` if the stored value does not fit the type.
  let decode: (SQLiteValue) -> Value?
  /// Returns whether two values have the same stored form.
  let areEqual: (Value, Value) -> Bool
}

extension CellCoding where Value: GraphStorable {
  /// The conversion for a setting. Every value is read back unchanged.
  ///
  /// A value is stored in a plain SQL form, such as text, if possible. Otherwise it is stored as
  /// tagged JSON. Tagged JSON is also used if the type would read the plain form as a different
  /// value.
  static var setting: CellCoding {
    CellCoding(
      encode: { new in
        let value = new.storageValue
        if let plain = SQLiteValue(plain: value),
          let back = plain.decoded(as: Value.self), back.storageValue == value
        {
          return plain
        }
        return .text(StorageJSON.tagged(value))
      },
      decode: { $0.decoded(as: Value.self) },
      areEqual: { $0.storageValue == $1.storageValue }
    )
  }

  /// The conversion for a column of a table.
  ///
  /// A `Bindable` type is stored as in an entity's column. Any other type is stored as in a
  /// setting.
  static var column: CellCoding {
    guard let type = Value.self as? any Bindable.Type else { return setting }
    return bindable(type)
  }

  private static func bindable<Column: Bindable>(_ type: Column.Type) -> CellCoding {
    CellCoding(
      encode: { new in
        let value = (new as? Column)?.value ?? .null
        // SQLite would store a NaN as NULL, without an error.
        if case .real(let real) = value, real.isNaN {
          throw DatabaseError(
            .typeMismatch,
            "A column cannot store NaN.",
            remedy: "Use an optional property, and nil."
          )
        }
        return value
      },
      decode: { stored in Column(value: stored).flatMap { $0 as? Value } },
      areEqual: { $0.storageValue == $1.storageValue }
    )
  }
}

extension SQLiteValue {
  /// Converts a value to its plain form, as a person would write it in SQL.
  ///
  /// Returns `nil` if the value has no plain form.
  init?(plain value: GraphStorageValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .largeInteger(let value): self = .text(String(value))
    case .real(let value):
      // SQLite cannot store a NaN.
      if value.isNaN { return nil }
      self = .real(value)
    case .text(let value): self = .text(value)
    case .data(let value): self = .blob(value)
    case .date(let value):
      guard let date = DateText(value), date.isExact else { return nil }
      self = .text(date.text)
    case .array, .dictionary: self = .text(StorageJSON.text(value))
    }
  }

  /// Converts a stored value to this type. Returns `nil` if the stored value does not fit.
  ///
  /// The result depends on the type. For example, the stored integer 1 becomes 1 for `Int`, and
  /// `true` for `Bool`.
  func decoded<Value: GraphStorable>(as type: Value.Type) -> Value? {
    switch self {
    case .null: return Value(storageValue: .null)
    case .integer(let integer):
      if let value = Value(storageValue: .integer(integer)) { return value }
      return integer == 0 || integer == 1 ? Value(storageValue: .bool(integer == 1)) : nil
    case .real(let real): return Value(storageValue: .real(real))
    case .blob(let bytes): return Value(storageValue: .data(bytes))
    case .text(let text): return SQLiteValue.decoded(text)
    }
  }

  private static func decoded<Value: GraphStorable>(_ text: String) -> Value? {
    if StorageJSON.isTagged(text), let value = StorageJSON.value(text) {
      return Value(storageValue: value)
    }
    if let value = Value(storageValue: .text(text)) { return value }
    if let integer = UInt64(text), integer > Int64.max {
      return Value(storageValue: .largeInteger(integer))
    }
    if let seconds = DateText.seconds(of: text), let value = Value(storageValue: .date(seconds)) {
      return value
    }
    guard text.utf8.first == UInt8(ascii: "[") || text.utf8.first == UInt8(ascii: "{") else {
      return nil
    }
    return StorageJSON.value(text).flatMap { Value(storageValue: $0) }
  }
}

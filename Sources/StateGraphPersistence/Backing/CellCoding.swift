import StateGraphCore
import StateGraphSQLite

/// How values of a type are kept in a cell.
struct CellCoding<Value> {
  let encode: (Value) throws -> SQLiteValue
  /// Nil where the cell holds another type's value.
  let decode: (SQLiteValue) -> Value?
  /// Whether the two would be stored as the same value.
  let areEqual: (Value, Value) -> Bool
}

extension CellCoding where Value: GraphStorable {
  /// Whatever the value, it comes back: what has no plain form, or whose plain form is read as
  /// something else by this type, is kept in the tagged one.
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

  /// As an entity's property of that type keeps it.
  static var column: CellCoding {
    guard let type = Value.self as? any Bindable.Type else { return setting }
    return bindable(type)
  }

  private static func bindable<Column: Bindable>(_ type: Column.Type) -> CellCoding {
    CellCoding(
      encode: { new in
        let value = (new as? Column)?.value ?? .null
        // SQLite would make NULL of it, and not say so.
        if case .real(let real) = value, real.isNaN {
          throw DatabaseError(
            .typeMismatch,
            "A NaN cannot be kept in a column.",
            remedy: "Use an optional, and nil."
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
  /// What one would write by hand for the value, or nil where there is no such thing.
  init?(plain value: GraphStorageValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .largeInteger(let value): self = .text(String(value))
    case .real(let value):
      // SQLite has no NaN.
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

  /// The value of a type that is stored like this, or nil. What a storage class stands for is the
  /// type's to say: 1 may be a number or true, text a string, a date or a list.
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

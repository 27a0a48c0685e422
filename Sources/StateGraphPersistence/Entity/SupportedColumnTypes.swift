import FoundationEssentials
import StateGraphLive
import StateGraphSQLite

extension Bindable {
  /// Whether this library implements the type's conversion, so that a conversion calls no user
  /// code.
  ///
  /// A type that gets its `Bindable` conformance in `StateGraphSQLite` belongs in this list.
  static var isSupportedColumnType: Bool {
    let types: [any Bindable.Type] = [
      String.self, Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self,
      UInt8.self, UInt16.self, UInt32.self, UInt64.self, Double.self, Float.self, [UInt8].self,
      Data.self, Date.self, UUID.self, URL.self, Decimal.self, SQLiteValue.self,
    ]
    func isSame<Value: Bindable>(_ type: Value.Type) -> Bool {
      self == type || self == Value?.self
    }
    return types.contains { isSame($0) }
  }
}

extension EntityColumn {
  /// Whether the column stores a `Date`, whose text never looks like a number.
  var storesDate: Bool {
    (valueType as? any Bindable.Type)?.isStored(as: Date.self) ?? false
  }
}

// MARK: - Dates and UUIDs in another form

extension Bindable {
  /// Whether the values are stored as those of `Date`.
  static var storesDates: Bool { isStored(as: Date.self) }

  /// Whether the values are stored as those of `type`. True for `type` itself, for an optional of
  /// it, and for a type with such raw values.
  static func isStored(as type: any Bindable.Type) -> Bool {
    if self == type { return true }
    let inner =
      (self as? any OptionalType.Type)?.wrappedType
      ?? (self as? any RawRepresentable.Type)?.rawValueType
    return (inner as? any Bindable.Type)?.isStored(as: type) ?? false
  }
}

private protocol OptionalType {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}

extension RawRepresentable {
  fileprivate static var rawValueType: Any.Type { RawValue.self }
}

// Like those of ColumnAccess, these overloads accept a property whose type no column can store.

extension EntityColumn {
  /// Lets the definition of such a column compile.
  @_disfavoredOverload
  public init<Owner: Entity, Value>(
    _ property: String,
    _ type: Value.Type,
    base: String = "",
    column: String? = nil,
    path: KeyPath<Owner, Value>,
    options: [ColumnOption] = []
  ) {
    preconditionFailure("unreachable")
  }
}

extension EntityState.InitialValue {
  /// Lets the initialiser of the entity compile.
  @_disfavoredOverload
  public init<Value>(_ value: Value) { self.init(SQLiteValue.null) }
}

public import StateGraphSQLite

/// One column of an entity's table, together with the property that the column stores.
@_documentation(visibility: internal)
public struct EntityColumn: Sendable {
  /// The name of the property in Swift.
  package let property: String
  package let path: any AnyKeyPath & Sendable
  package let name: String
  package let type: ColumnType
  package let isOptional: Bool
  package let options: [ColumnOption]
  /// Returns whether the property can hold this stored value. May call user code; see `asksUser`.
  package let accepts: @Sendable (SQLiteValue) -> Bool
  /// Whether `accepts` runs user code, which must not happen while a lock is held.
  ///
  /// User code is a conversion, or a type that the user has made `Bindable`.
  package let asksUser: Bool
  /// The stored value of the property in a new entity, before the property is set.
  package let placeholder: SQLiteValue
  /// The type that determines the stored form of the property.
  ///
  /// This is the column's conversion if there is one. For a reference, it is the type of the
  /// referenced key. Otherwise, it is the property's type.
  package let valueType: Any.Type
  /// Returns the definition of the entity that the column refers to. `nil` if the column is no
  /// reference.
  ///
  /// It is a closure, because definitions may refer to each other and to themselves.
  package private(set) var referencedTable: (@Sendable () -> EntityDefinition)?
  package var isReference: Bool { referencedTable != nil }
  /// Whether this column is one of several that together store a reference to an entity with a
  /// composite key. If true, the column stores no other property.
  package private(set) var isPart = false

  private init(
    _ property: String,
    path: any AnyKeyPath & Sendable,
    name: String,
    options: [ColumnOption],
    stored: StoredType
  ) {
    self.property = property
    self.path = path
    self.name = name
    self.options = options
    type = stored.type
    isOptional = stored.isOptional
    accepts = stored.accepts
    asksUser = stored.asksUser
    placeholder = stored.placeholder
    valueType = stored.valueType
  }

  /// Creates one of the columns that together store a reference to an entity with a composite key.
  /// The new column stores one column of that key.
  init<Part: EntityKey & Bindable>(
    of reference: EntityReference,
    column: String,
    part: Part.Type
  ) {
    let stored = StoredType(keyOf: part, isOptional: reference.isOptional)
    self.init(
      reference.property,
      path: reference.path,
      name: column,
      options: [],
      stored: stored
    )
    isPart = true
  }
}

/// The part of an ``EntityColumn`` that follows from the Swift type of the property, such as the
/// type of the column.
private struct StoredType {
  let type: ColumnType
  let isOptional: Bool
  let accepts: @Sendable (SQLiteValue) -> Bool
  let placeholder: SQLiteValue
  let valueType: Any.Type
  var asksUser = false

  init<Value: Bindable>(_ type: Value.Type) {
    self.type = Value.columnType
    isOptional = Value(value: .null) != nil
    accepts = { Value(value: $0) != nil }
    asksUser = !Value.isSupportedColumnType
    placeholder = Value.placeholder.value
    valueType = Value.self
  }

  init<Conversion: ColumnConversion>(_ conversion: Conversion.Type, isOptional: Bool) {
    type = Conversion.Stored.columnType
    self.isOptional = isOptional
    accepts = { value in
      if value.isNull, isOptional { return true }
      guard let stored = Conversion.Stored(value: value) else { return false }
      return (try? Conversion.value(stored)) != nil
    }
    asksUser = true
    placeholder = isOptional ? .null : Conversion.Stored.placeholder.value
    valueType = Conversion.self
  }

  init<Key: EntityKey & Bindable>(keyOf type: Key.Type, isOptional: Bool) {
    self.type = Key.columnType
    self.isOptional = isOptional
    accepts = { $0.isNull ? isOptional : Key(value: $0) != nil }
    asksUser = !Key.isSupportedColumnType
    placeholder = .null
    valueType = isOptional ? Key?.self : Key.self
  }
}

// MARK: - Initialisers for the code that `@Entity` writes

// The initialisers use `column` as the name of the column. If `column` is nil, the name is `base`.
// For a reference, it is then `base` followed by `_id`.

extension EntityColumn {
  /// Creates a column that stores the property's value without a conversion.
  public init<Owner: Entity, Value: Bindable>(
    _ property: String,
    _ type: Value.Type,
    base: String = "",
    column: String? = nil,
    path: KeyPath<Owner, Value>,
    options: [ColumnOption] = []
  ) {
    self.init(
      property,
      path: path.literal,
      name: column ?? base,
      options: options,
      stored: StoredType(type)
    )
  }

  /// Creates a column that stores the property's value in the form of a ``ColumnConversion``.
  public init<Owner: Entity, Conversion: ColumnConversion>(
    _ property: String,
    _ type: Conversion.Value.Type,
    base: String = "",
    column: String? = nil,
    path: KeyPath<Owner, Conversion.Value>,
    as conversion: Conversion.Type,
    options: [ColumnOption] = []
  ) {
    let stored = StoredType(conversion, isOptional: false)
    self.init(property, path: path.literal, name: column ?? base, options: options, stored: stored)
  }

  /// Creates a column that stores the property's value in the form of a ``ColumnConversion``, or
  /// NULL if the value is nil.
  public init<Owner: Entity, Conversion: ColumnConversion>(
    _ property: String,
    _ type: Conversion.Value?.Type,
    base: String = "",
    column: String? = nil,
    path: KeyPath<Owner, Conversion.Value?>,
    as conversion: Conversion.Type,
    options: [ColumnOption] = []
  ) {
    let stored = StoredType(conversion, isOptional: true)
    self.init(property, path: path.literal, name: column ?? base, options: options, stored: stored)
  }

  /// Creates a column for a reference to another entity. The column stores that entity's key.
  public init<Owner: Entity, Target: Entity>(
    _ property: String,
    _ type: Target.Type,
    base: String = "",
    column: String? = nil,
    path: KeyPath<Owner, Target>,
    options: [ColumnOption] = []
  ) where Target.TypedIdentifierRawValue: Bindable {
    self.init(
      property,
      path: path.literal,
      name: column ?? base + "_id",
      options: options,
      stored: StoredType(keyOf: Target.TypedIdentifierRawValue.self, isOptional: false)
    )
    referencedTable = { Target._$definition }
  }

  /// Creates a column for an optional reference to another entity. The column stores that entity's
  /// key, or NULL.
  public init<Owner: Entity, Target: Entity>(
    _ property: String,
    _ type: Target?.Type,
    base: String = "",
    column: String? = nil,
    path: KeyPath<Owner, Target?>,
    options: [ColumnOption] = []
  ) where Target.TypedIdentifierRawValue: Bindable {
    self.init(
      property,
      path: path.literal,
      name: column ?? base + "_id",
      options: options,
      stored: StoredType(keyOf: Target.TypedIdentifierRawValue.self, isOptional: true)
    )
    referencedTable = { Target._$definition }
  }
}

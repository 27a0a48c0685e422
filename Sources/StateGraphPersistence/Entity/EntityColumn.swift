public import StateGraphSQLite

/// One column of an entity's table.
public struct EntityColumn: Sendable {
  /// The Swift property.
  package let property: String
  package let path: any AnyKeyPath & Sendable
  package let name: String
  package let type: ColumnType
  package let isOptional: Bool
  package let options: [ColumnOption]
  /// Whether the property can hold what is stored.
  package let accepts: @Sendable (SQLiteValue) -> Bool
  /// Whether that is for the user's code to say: a conversion, or a type that is not this
  /// library's.
  package let asksUser: Bool
  /// What a new, unset property holds.
  package let placeholder: SQLiteValue
  /// What is converted to what is stored. A conversion's is its own type.
  package let valueType: Any.Type
  /// The definition of the entity that the column refers to. Definitions refer to each other, and
  /// to themselves, so that it is asked for when all of them are there.
  package let referencedTable: (@Sendable () -> EntityDefinition)?
  package var isReference: Bool { referencedTable != nil }

  private init(
    _ property: String,
    _ path: any AnyKeyPath & Sendable,
    _ name: String,
    _ options: [ColumnOption],
    _ stored: StoredType,
    referencedTable: (@Sendable () -> EntityDefinition)? = nil
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
    self.referencedTable = referencedTable
  }
}

/// What the column of a type holds.
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
    asksUser = !Value.isLibraryType
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
    asksUser = !Key.isLibraryType
    placeholder = .null
    valueType = isOptional ? Key?.self : Key.self
  }
}

// MARK: - What `@Entity` writes

// `column` names the column; otherwise it is `base`, and for a reference `base` with `_id`.

extension EntityColumn {
  /// A column that holds a value.
  public init<Owner: Entity, Value: Bindable>(
    _ property: String,
    _ type: Value.Type,
    base: String = "",
    column: String? = nil,
    path: any KeyPath<Owner, Value> & Sendable,
    options: [ColumnOption] = []
  ) {
    self.init(property, path, column ?? base, options, StoredType(type))
  }

  /// A column that holds a value in another form.
  public init<Owner: Entity, Conversion: ColumnConversion>(
    _ property: String,
    _ type: Conversion.Value.Type,
    base: String = "",
    column: String? = nil,
    path: any KeyPath<Owner, Conversion.Value> & Sendable,
    as conversion: Conversion.Type,
    options: [ColumnOption] = []
  ) {
    let stored = StoredType(conversion, isOptional: false)
    self.init(property, path, column ?? base, options, stored)
  }

  /// A column that holds a value in another form, or NULL.
  public init<Owner: Entity, Conversion: ColumnConversion>(
    _ property: String,
    _ type: Conversion.Value?.Type,
    base: String = "",
    column: String? = nil,
    path: any KeyPath<Owner, Conversion.Value?> & Sendable,
    as conversion: Conversion.Type,
    options: [ColumnOption] = []
  ) {
    let stored = StoredType(conversion, isOptional: true)
    self.init(property, path, column ?? base, options, stored)
  }

  /// A column that holds another entity's key.
  public init<Owner: Entity, Target: Entity>(
    _ property: String,
    _ type: Target.Type,
    base: String = "",
    column: String? = nil,
    path: any KeyPath<Owner, Target> & Sendable,
    options: [ColumnOption] = []
  ) where Target.TypedIdentifierRawValue: Bindable {
    self.init(
      property,
      path,
      column ?? base + "_id",
      options,
      StoredType(keyOf: Target.TypedIdentifierRawValue.self, isOptional: false),
      referencedTable: { Target._$definition }
    )
  }

  /// A column that holds another entity's key, or NULL.
  public init<Owner: Entity, Target: Entity>(
    _ property: String,
    _ type: Target?.Type,
    base: String = "",
    column: String? = nil,
    path: any KeyPath<Owner, Target?> & Sendable,
    options: [ColumnOption] = []
  ) where Target.TypedIdentifierRawValue: Bindable {
    self.init(
      property,
      path,
      column ?? base + "_id",
      options,
      StoredType(keyOf: Target.TypedIdentifierRawValue.self, isOptional: true),
      referencedTable: { Target._$definition }
    )
  }
}

public import StateGraphSQLite

/// One column of an entity's table.
public struct EntityColumn: Sendable {
  /// The Swift property.
  package let property: String
  package let path: any AnyKeyPath & Sendable
  package let name: String
  package let type: ColumnType
  /// Whether the property can hold what is stored.
  package let accepts: @Sendable (SQLiteValue) -> Bool
  /// What a new, unset property holds.
  package let placeholder: SQLiteValue
  package let isReference: Bool
  /// What is converted to what is stored.
  package let valueType: Any.Type

  /// A column that holds a value. `column` names it; otherwise it is `base`.
  public init<Owner: Entity, Value: Bindable>(
    _ property: String,
    _ type: Value.Type,
    base: String = "",
    column: String? = nil,
    path: any KeyPath<Owner, Value> & Sendable
  ) {
    self.property = property
    self.path = path
    name = column ?? base
    self.type = Value.columnType
    accepts = { Value(value: $0) != nil }
    placeholder = Value.placeholder.value
    isReference = false
    valueType = Value.self
  }

  /// A column that holds another entity's key. `column` names it; otherwise it is `base` with
  /// `_id`.
  public init<Owner: Entity, Target: Entity>(
    _ property: String,
    _ type: Target.Type,
    base: String = "",
    column: String? = nil,
    path: any KeyPath<Owner, Target> & Sendable
  ) {
    self.init(reference: property, path, to: type, column ?? base + "_id", isOptional: false)
  }

  /// A column that holds another entity's key, or NULL.
  public init<Owner: Entity, Target: Entity>(
    _ property: String,
    _ type: Target?.Type,
    base: String = "",
    column: String? = nil,
    path: any KeyPath<Owner, Target?> & Sendable
  ) {
    self.init(reference: property, path, to: Target.self, column ?? base + "_id", isOptional: true)
  }

  private init<Target: Entity>(
    reference property: String,
    _ path: any AnyKeyPath & Sendable,
    to target: Target.Type,
    _ name: String,
    isOptional: Bool
  ) {
    self.property = property
    self.path = path
    self.name = name
    type = Target.TypedIdentifierRawValue.columnType
    accepts = { value in
      value.isNull ? isOptional : Target.TypedIdentifierRawValue(value: value) != nil
    }
    placeholder = .null
    isReference = true
    valueType =
      isOptional
      ? Target.TypedIdentifierRawValue?.self : Target.TypedIdentifierRawValue.self
  }
}

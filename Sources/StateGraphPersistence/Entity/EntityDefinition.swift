public import StateGraphSQLite

/// The table that an entity type declares.
///
/// One object for each type: what refers to it is 8 bytes.
public final class EntityDefinition: Sendable {
  package let table: String
  package let keyColumns: [String]
  package let keyTypes: [ColumnType]
  package let columns: [EntityColumn]
  /// What an entity holds before anybody has set anything.
  let placeholders: RowImage

  /// What `@Entity` writes.
  public init(table: String, columns: [EntityColumn]) {
    self.table = table
    self.columns = columns
    keyColumns = ["id"]
    keyTypes = [.text]
    placeholders = RowImage(keyColumns.map { _ in .null } + columns.map(\.placeholder))
  }
}

/// One column of an entity's table.
public struct EntityColumn: Sendable {
  /// The Swift property.
  package let property: String
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
  public init<Value: Bindable>(
    _ property: String,
    _ type: Value.Type,
    base: String = "",
    column: String? = nil
  ) {
    self.property = property
    name = column ?? base
    self.type = Value.columnType
    accepts = { Value(value: $0) != nil }
    placeholder = Value.placeholder.value
    isReference = false
    valueType = Value.self
  }

  /// A column that holds another entity's key. `column` names it; otherwise it is `base` with
  /// `_id`.
  public init<Target: Entity>(
    _ property: String,
    _ type: Target.Type,
    base: String = "",
    column: String? = nil
  ) {
    self.init(reference: property, to: type, column ?? base + "_id", isOptional: false)
  }

  /// A column that holds another entity's key, or NULL.
  public init<Target: Entity>(
    _ property: String,
    _ type: Target?.Type,
    base: String = "",
    column: String? = nil
  ) {
    self.init(reference: property, to: Target.self, column ?? base + "_id", isOptional: true)
  }

  private init<Target: Entity>(
    reference property: String,
    to target: Target.Type,
    _ name: String,
    isOptional: Bool
  ) {
    self.property = property
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

import StateGraphSQLite

// These overloads accept properties whose type no column can store. The macros see only the name of
// a type, so they cannot detect all such types. The compiler chooses these overloads only if no
// other overload fits. They are unavailable, and their message explains what to do.

extension EntityColumn {
  /// Makes the declaration of a column whose type cannot be stored a compile-time error.
  @available(
    *,
    unavailable,
    message: """
      No column can hold this type. If it has raw values, let it conform to 'Bindable'. If it is \
      'Codable', write '@Column(.json)'. Otherwise give it a 'ColumnConversion' and write \
      '@Column(as:)'. For an entity with a key of several columns, write \
      '@Column(columns: \"order_id\", \"place\")'.
      """
  )
  public init<Owner: Entity, Value>(
    _ property: String,
    _ type: Value.Type,
    base: String = "",
    column: String? = nil,
    path: any KeyPath<Owner, Value> & Sendable,
    options: [ColumnOption] = []
  ) {
    preconditionFailure("This initialiser is unavailable.")
  }
}

extension EntityState.InitialValue {
  /// Never called, because the definition of a column with such a type does not compile.
  @_disfavoredOverload
  public init<Value>(_ value: Value) { self.init(SQLiteValue.null) }
}

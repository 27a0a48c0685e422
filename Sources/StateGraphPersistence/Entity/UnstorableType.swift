import StateGraphSQLite

// Overloads for a property whose type no column can hold. The macros see only the name of the type,
// and some of these types are found by the compiler alone: it then chooses these overloads, and the
// message of the unavailable one says what to do. Every other overload is preferred.

extension EntityColumn {
  /// Makes the declaration of such a column a compile-time error.
  @available(
    *,
    unavailable,
    message: """
      No column can hold this type. If it has raw values, let it conform to 'Bindable'. If it is \
      'Codable', write '@Column(.json)'. Otherwise give it a 'ColumnConversion' and write \
      '@Column(as:)'. An entity with a key of several columns cannot be referred to by one.
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
  /// Never called: the definition of the column does not compile.
  @_disfavoredOverload
  public init<Value>(_ value: Value) { self.init(SQLiteValue.null) }
}

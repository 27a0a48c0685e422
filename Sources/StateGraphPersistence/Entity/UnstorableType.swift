public import StateGraphCore
import StateGraphSQLite

// What the compiler finds for a property whose type no column can hold, where its name alone did
// not tell the macros: the message says what to do. Anything that fits better is taken instead.

extension EntityColumn {
  /// Refuses a type that no column can hold.
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
    preconditionFailure("unavailable")
  }
}

extension InitialValue {
  /// Stands in for a value that no column can hold: the definition of its column is refused.
  @_disfavoredOverload
  public init<Value>(_ value: Value) { self.init(SQLiteValue.null) }
}

extension EntityState {
  /// Stands in for the reading of a column whose definition is refused.
  @_disfavoredOverload
  public func read<Value>(_ index: Int) -> Value { preconditionFailure("a refused column") }

  /// Stands in for the setting of a column whose definition is refused.
  @_disfavoredOverload
  public func write<Value>(_ index: Int, _ value: Value) {}

  /// Stands in for the node of a column whose definition is refused.
  @_disfavoredOverload
  public func node<Value>(_ index: Int) -> Stored<Value> { preconditionFailure("a refused column") }
}

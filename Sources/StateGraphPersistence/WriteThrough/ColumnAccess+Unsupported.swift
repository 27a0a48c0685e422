public import StateGraphCore

// These overloads accept properties whose type no column can store. The macros see only the name of
// a type, so they cannot detect all such types. The compiler chooses these overloads only if no
// other overload fits. The node of the property is unavailable, so that the compiler reports one
// error, in the code of this property. The other overloads are never called.

extension ColumnAccess {
  /// Makes a property whose type cannot be stored a compile-time error.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: """
      No column can hold the type of this property. If it has raw values, let it conform to \
      'Bindable'. If it is 'Codable', write '@Column(.json)'. Otherwise give it a \
      'ColumnConversion' and write '@Column(as:)'. For an entity with a key of several columns, \
      write '@Column(columns: \"order_id\", \"place\")'.
      """
  )
  public func node<Value>(_ index: Int) -> Stored<Value> {
    preconditionFailure("This function is unavailable.")
  }

  /// Lets the getter of such a property compile.
  @_disfavoredOverload
  public func read<Value>(_ index: Int) -> Value { preconditionFailure("unreachable") }

  /// Lets the setter of such a property compile.
  @_disfavoredOverload
  public func write<Value>(_ index: Int, _ value: Value) {}
}

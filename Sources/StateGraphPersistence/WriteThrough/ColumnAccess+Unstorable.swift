public import StateGraphCore

// If no column can store a property's type, the generated accessors of the property call these
// overloads. The accessors therefore compile, and only the declaration of the column is an error.
// Its message explains what to do: see UnstorableType.swift.

extension ColumnAccess {
  /// Never called. If no column can store a property's type, this method lets the generated getter
  /// compile. The only compile-time error is then that of the column's declaration.
  @_disfavoredOverload
  public func read<Value>(_ index: Int) -> Value { preconditionFailure("unreachable") }

  /// Never called. If no column can store a property's type, this method lets the generated setter
  /// compile. The only compile-time error is then that of the column's declaration.
  @_disfavoredOverload
  public func write<Value>(_ index: Int, _ value: Value) {}

  /// Never called. If no column can store a property's type, this method lets the generated `$`
  /// accessor compile. The only compile-time error is then that of the column's declaration.
  @_disfavoredOverload
  public func node<Value>(_ index: Int) -> Stored<Value> { preconditionFailure("unreachable") }
}

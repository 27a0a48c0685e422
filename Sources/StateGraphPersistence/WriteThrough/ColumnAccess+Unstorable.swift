public import StateGraphCore

// The accessors of a property whose type no column can hold call these overloads. The declaration
// of the column does not compile: see UnstorableType.swift.

extension ColumnAccess {
  /// Never called: the definition of the column does not compile.
  @_disfavoredOverload
  public func read<Value>(_ index: Int) -> Value { preconditionFailure("unreachable") }

  /// Never called: the definition of the column does not compile.
  @_disfavoredOverload
  public func write<Value>(_ index: Int, _ value: Value) {}

  /// Never called: the definition of the column does not compile.
  @_disfavoredOverload
  public func node<Value>(_ index: Int) -> Stored<Value> { preconditionFailure("unreachable") }
}

public import StateGraphCore

// The generated accessors of a property call these overloads if no column can store the property's
// type. The accessors then compile, and the compiler reports only the error in the declaration of
// the column. Its message explains what to do: see UnstorableType.swift.

extension ColumnAccess {
  /// Never called. This method lets the getter of a property compile if no column can store its
  /// type.
  ///
  /// The compiler then reports only the error in the column's declaration.
  @_disfavoredOverload
  public func read<Value>(_ index: Int) -> Value { preconditionFailure("unreachable") }

  /// Never called. This method lets the setter of a property compile if no column can store its
  /// type.
  ///
  /// The compiler then reports only the error in the column's declaration.
  @_disfavoredOverload
  public func write<Value>(_ index: Int, _ value: Value) {}

  /// Never called. This method lets the `$` accessor compile if no column can store a property's
  /// type.
  ///
  /// The compiler then reports only the error in the column's declaration.
  @_disfavoredOverload
  public func node<Value>(_ index: Int) -> Stored<Value> { preconditionFailure("unreachable") }
}

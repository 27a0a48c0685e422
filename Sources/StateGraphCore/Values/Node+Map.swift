extension Stored where Value: Sendable {
  /// Creates a node that is computed from this node's value.
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed { context in transform(&context, self.wrappedValue) }
  }

  /// Creates a node that is computed from this node's value. Equal results do not count as changes.
  @inlinable
  public func map<Result: Equatable & SendableMetatype>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed { context in transform(&context, self.wrappedValue) }
  }
}

extension Computed where Value: Sendable {
  /// Creates a node that is computed from this node's value.
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed<Result> { context in transform(&context, self.wrappedValue) }
  }

  /// Creates a node that is computed from this node's value. Equal results do not count as changes.
  @inlinable
  public func map<Result: Equatable & SendableMetatype>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed<Result> { context in transform(&context, self.wrappedValue) }
  }
}

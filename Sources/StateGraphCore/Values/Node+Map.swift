extension Stored where Value: Sendable {
  /// Creates a node whose value is computed from this node's value. Every new result counts as a
  /// change.
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed { context in transform(&context, self.wrappedValue) }
  }

  /// Creates a node whose value is computed from this node's value. A new result counts as a change
  /// only if it differs from the previous result by `==`.
  @inlinable
  public func map<Result: Equatable & SendableMetatype>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed { context in transform(&context, self.wrappedValue) }
  }
}

extension Computed where Value: Sendable {
  /// Creates a node whose value is computed from this node's value. Every new result counts as a
  /// change.
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed<Result> { context in transform(&context, self.wrappedValue) }
  }

  /// Creates a node whose value is computed from this node's value. A new result counts as a change
  /// only if it differs from the previous result by `==`.
  @inlinable
  public func map<Result: Equatable & SendableMetatype>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed<Result> { context in transform(&context, self.wrappedValue) }
  }
}

extension Stored where Value: Sendable {
  /// Creates a node whose value is the result of `transform` for this node's value.
  ///
  /// `transform` runs again when the new node is read after a change. Every new result counts as a
  /// change, even if it equals the previous result.
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed { context in transform(&context, self.wrappedValue) }
  }

  /// Creates a node whose value is the result of `transform` for this node's value.
  ///
  /// `transform` runs again when the new node is read after a change. A new result counts as a
  /// change only if it differs from the previous one by `==` or by the bytes of its text.
  @inlinable
  public func map<Result: Equatable & SendableMetatype>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed { context in transform(&context, self.wrappedValue) }
  }
}

extension Computed where Value: Sendable {
  /// Creates a node whose value is the result of `transform` for this node's value.
  ///
  /// `transform` runs again when the new node is read after a change. Every new result counts as a
  /// change, even if it equals the previous result.
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed<Result> { context in transform(&context, self.wrappedValue) }
  }

  /// Creates a node whose value is the result of `transform` for this node's value.
  ///
  /// `transform` runs again when the new node is read after a change. A new result counts as a
  /// change only if it differs from the previous one by `==` or by the bytes of its text.
  @inlinable
  public func map<Result: Equatable & SendableMetatype>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed<Result> { context in transform(&context, self.wrappedValue) }
  }
}

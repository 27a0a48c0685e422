extension Stored where Value: Sendable {
  /// Makes a node that is computed from this one's value alone.
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed { context in transform(&context, self.wrappedValue) }
  }

  /// Makes a node that is computed from this one's value alone, and passes on what differs.
  @inlinable
  public func map<Result: Equatable & SendableMetatype>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed { context in transform(&context, self.wrappedValue) }
  }
}

extension Computed where Value: Sendable {
  /// Makes a node that is computed from this one's value alone.
  @inlinable
  public func map<Result>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed<Result> { context in transform(&context, self.wrappedValue) }
  }

  /// Makes a node that is computed from this one's value alone, and passes on what differs.
  @inlinable
  public func map<Result: Equatable & SendableMetatype>(
    _ transform: @escaping @Sendable (inout Computed<Result>.Context, Value) -> Result
  ) -> Computed<Result> {
    Computed<Result> { context in transform(&context, self.wrappedValue) }
  }
}

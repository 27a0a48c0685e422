extension GraphValues {
  /// Creates the sequence of the results of `expression`: the current result first, and then a new
  /// result after each change of a node that `expression` reads.
  ///
  /// ```swift
  /// for await title in GraphValues({ "\(model.name) (\(model.count))" }) { show(title) }
  /// ```
  ///
  /// Every new result counts as a change, even if it equals the previous result.
  ///
  /// - Parameter expression: Reads nodes and returns a value. It has the same rules as the closure
  ///   of a ``Computed``: the reading thread calls it, with no lock held, and the nodes that it
  ///   reads are determined again by each run.
  public init(_ expression: @escaping @Sendable () -> Value) {
    self = Computed { _ in expression() }.values
  }

  /// Creates the sequence of the results of `expression`: the current result first, and then each
  /// result that differs from the result before it.
  ///
  /// Results are compared with `==`, and text also by its bytes. The rules for `expression` are the
  /// same as those of the initialiser for values that are not `Equatable`.
  public init(_ expression: @escaping @Sendable () -> Value)
  where Value: Equatable & SendableMetatype {
    self = Computed { _ in expression() }.values
  }
}

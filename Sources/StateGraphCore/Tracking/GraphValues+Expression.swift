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
  /// - Parameter expression: A closure that reads nodes and returns a value. The rules for the
  ///   closure of a ``Computed`` apply: the reading thread calls `expression` with no lock held,
  ///   and each run determines the dependencies again.
  public init(_ expression: @escaping @Sendable () -> Value) {
    self = Computed { _ in expression() }.values
  }

  /// Creates the sequence of the results of `expression`: the current result first, and then each
  /// result that differs from the result before it.
  ///
  /// Two results are equal if `==` returns true and the texts in them have the same bytes. The
  /// rules for `expression` are the same as in the initialiser for values that are not `Equatable`.
  public init(_ expression: @escaping @Sendable () -> Value)
  where Value: Equatable & SendableMetatype {
    self = Computed { _ in expression() }.values
  }
}

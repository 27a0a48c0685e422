extension HasViewState {
  /// Makes the state follow nodes of the graph, until the view is released.
  ///
  /// ```swift
  /// header.follow { .init(title: author.name, count: author.books.count) }
  /// ```
  ///
  /// The state is set now, and again after a node that `makeState` has read has changed, on any
  /// thread. All changes before one job of the main actor set it once. A second call ends the first
  /// one.
  ///
  /// - Parameter makeState: Returns the state. The view retains the closure, so the closure must
  ///   not retain the view.
  public func follow(_ makeState: @escaping @MainActor () -> ViewState) {
    rendering.follow(self, makeState)
  }

  /// Ends ``follow(_:)``. The view keeps its state.
  public func endFollowing() { rendering.endFollowing() }
}

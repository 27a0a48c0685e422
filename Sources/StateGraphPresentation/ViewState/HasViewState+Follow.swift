extension HasViewState {
  /// Makes the state follow nodes of the graph, until the view is released.
  ///
  /// ```swift
  /// header.follow { .init(title: author.name, count: author.books.count) }
  /// ```
  ///
  /// This function sets the state once before it returns. After a change of a node that `makeState`
  /// has read, on any thread, a job of the main actor sets the state again. Several changes before
  /// this job set the state once. A second call of `follow` ends the first one.
  ///
  /// - Parameter makeState: Returns the state. The view retains the closure, so the closure must
  ///   not retain the view.
  public func follow(_ makeState: @escaping @MainActor () -> ViewState) {
    rendering.follow(self, makeState)
  }

  /// Ends ``follow(_:)``. The view keeps its state.
  public func endFollowing() { rendering.endFollowing() }
}

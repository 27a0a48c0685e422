extension HasViewState {
  /// Sets ``HasViewState/state`` each time that nodes of the graph change, until the view is
  /// released.
  ///
  /// ```swift
  /// header.follow { .init(title: author.name, count: author.books.count) }
  /// ```
  ///
  /// This function sets the state once before it returns. When a thread changes a node that
  /// `makeState` has read, a job of the main actor sets the state again. If several nodes change
  /// before this job runs, the job sets the state once. A second call of `follow` ends the first
  /// one.
  ///
  /// - Parameter makeState: Returns the state. The view retains the closure, so the closure must
  ///   not retain the view.
  public func follow(_ makeState: @escaping @MainActor () -> ViewState) {
    rendering.follow(self, makeState)
  }

  /// Ends ``follow(_:)``. The view keeps the state that was set last.
  public func endFollowing() { rendering.endFollowing() }
}

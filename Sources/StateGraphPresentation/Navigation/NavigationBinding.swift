/// Connects a presenter with the state that it shows, and the user's gestures with the actions that
/// they send.
///
/// A presenter owns one. It is bound by `presenter.composable.bind(…)`, until the presenter is
/// released, ``cancel()`` is called, or it is bound again.
@MainActor
public final class NavigationBinding {
  private var engine: (any NavigationEngine)?

  /// Creates a binding that is bound to nothing.
  public init() {}

  /// Whether the presenter follows a state.
  public var isActive: Bool { engine != nil }

  /// Sends the actions that the user's gesture asks for, and moves nothing.
  ///
  /// Leaving segments sends the dismiss action of each of them, the deepest one first. If one of
  /// them has no dismiss action, nothing is sent. A second gesture for the same segment before the
  /// next stack is shown sends nothing.
  ///
  /// - Returns: Whether an action was sent.
  @discardableResult
  public func handle(_ gesture: NavigationGesture) -> Bool { engine?.handle(gesture) ?? false }

  /// Ends the binding. The presenter keeps showing its last stack, and gestures send nothing.
  public func cancel() {
    engine?.cancel()
    engine = nil
  }

  /// Ends the binding before, and begins another one.
  func begin(_ engine: any NavigationEngine) {
    cancel()
    self.engine = engine
  }
}

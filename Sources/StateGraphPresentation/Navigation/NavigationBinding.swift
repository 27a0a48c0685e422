/// Connects a presenter with the state that it shows, and converts the user's gestures to actions.
///
/// Each presenter owns one binding. `presenter.composable.bind(…)` starts the connection. It ends
/// when the presenter is released, ``cancel()`` is called, or `bind` is called again.
@MainActor
public final class NavigationBinding {
  private var engine: (any NavigationEngine)?

  /// Creates a binding that does not follow a state yet.
  public init() {}

  /// Whether the presenter follows a state.
  public var isActive: Bool { engine != nil }

  /// Sends the actions for a gesture of the user. The pages change only when the state does.
  ///
  /// A gesture that leaves segments sends the dismiss action of each of these segments, the deepest
  /// one first. It sends nothing if one of them has no dismiss action. A second gesture for the
  /// same segments sends nothing until the presenter has shown the next stack.
  ///
  /// - Returns: Whether this call sent an action.
  @discardableResult
  public func handle(_ gesture: NavigationGesture) -> Bool { engine?.handle(gesture) ?? false }

  /// Ends the connection to the state. The presenter keeps its last stack, and gestures send
  /// nothing.
  public func cancel() {
    engine?.cancel()
    engine = nil
  }

  /// Ends the previous connection, and keeps the engine of a new one.
  func begin(_ engine: any NavigationEngine) {
    cancel()
    self.engine = engine
  }
}

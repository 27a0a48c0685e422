/// Connects a presenter (an object of a toolkit that shows pages) with the state that it shows, and
/// converts the user's gestures to actions.
///
/// Each presenter owns one binding. `presenter.composable.bind(…)` starts the connection. The
/// connection ends when the presenter is released, or when ``cancel()`` or `bind` is called.
@MainActor
public final class NavigationBinding {
  private var engine: (any NavigationEngine)?

  /// Creates a binding without a connection. `bind` connects it to a state.
  public init() {}

  /// Whether the presenter is connected to a state, from `bind` until ``cancel()``.
  public var isActive: Bool { engine != nil }

  /// Sends the actions that belong to a gesture of the user. The gesture itself changes no page:
  /// the pages change when the app changes its state for the actions.
  ///
  /// For a gesture that leaves segments, this function sends the dismiss action of each of these
  /// segments, the deepest segment first. It sends nothing if one of them has no dismiss action. A
  /// second gesture for the same segments sends nothing until the presenter has shown the next
  /// stack.
  ///
  /// - Returns: Whether this call sent an action.
  @discardableResult
  public func handle(_ gesture: NavigationGesture) -> Bool { engine?.handle(gesture) ?? false }

  /// Ends the connection to the state. The presenter keeps the last stack that it showed, and later
  /// gestures send nothing.
  public func cancel() {
    engine?.cancel()
    engine = nil
  }

  /// Ends the previous connection, if there is one, and keeps the engine of the new connection.
  /// `bind` calls this function.
  func begin(_ engine: any NavigationEngine) {
    cancel()
    self.engine = engine
  }
}

/// The connection between one presenter and one state. A ``NavigationBinding`` uses this protocol,
/// because it hides the types of the state and its actions.
@MainActor
protocol NavigationEngine: AnyObject {
  func handle(_ gesture: NavigationGesture) -> Bool
  func cancel()
}

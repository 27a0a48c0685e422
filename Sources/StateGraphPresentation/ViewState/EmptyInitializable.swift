/// A view or controller that can be created without arguments.
///
/// A subclass with other initialisers has to implement `init()` too: the compiler reports it if it
/// does not.
@MainActor
public protocol EmptyInitializable: AnyObject {
  /// Creates the object.
  init()
}

extension HasViewState where Self: EmptyInitializable {
  /// Creates a view that shows `state`. The first render happens once, and is not animated.
  public init(state: ViewState) {
    self.init()
    self.state = state
  }
}

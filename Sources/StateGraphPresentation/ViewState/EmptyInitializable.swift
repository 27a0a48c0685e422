/// A view or controller that can be created without arguments.
///
/// If a subclass has other initialisers and does not implement `init()`, the compiler reports an
/// error.
@MainActor
public protocol EmptyInitializable: AnyObject {
  /// Creates the object without arguments.
  init()
}

extension HasViewState where Self: EmptyInitializable {
  /// Creates a view that shows `state`. The view renders `state` once, without animation.
  public init(state: ViewState) {
    self.init()
    self.state = state
  }
}

/// The pages of a navigation, one above the other, with the sheets and alerts above them.
///
/// The state alone determines the stack. A ``NavigationPresenter`` makes its widgets equal to it.
public struct NavigationStack: Equatable {
  /// The pages of the window.
  public var pages = PageStack()
  /// The sheets and alerts, the topmost one last. Only the topmost one receives the user's input.
  public var overlays: [NavigationOverlay] = []

  /// Creates a stack without pages and overlays.
  public init() {}
}

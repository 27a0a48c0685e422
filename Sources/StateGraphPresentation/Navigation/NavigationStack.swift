/// What a navigation shows: pages one above the other, and sheets and alerts above them.
///
/// It is a function of the state. A ``NavigationPresenter`` makes its widgets equal to it.
public struct NavigationStack: Equatable {
  /// The pages of the window.
  public var pages = PageStack()
  /// The sheets and alerts, the topmost one last. The user can reach only the topmost one.
  public var overlays: [NavigationOverlay] = []

  /// Creates a stack without pages and overlays.
  public init() {}
}

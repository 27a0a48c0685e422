/// What a window shows: its pages, one above the other, and the sheets and alerts above the pages.
///
/// The state alone determines the stack. A ``NavigationPresenter`` changes its widgets so that they
/// show the stack.
public struct NavigationStack: Equatable {
  /// The pages of the window. The pages of a sheet are in the sheet's overlay.
  public var pages = PageStack()
  /// The sheets and alerts above the pages. The last one is the topmost, and only the topmost one
  /// receives the user's input.
  public var overlays: [NavigationOverlay] = []

  /// Creates a stack without pages, sheets and alerts.
  public init() {}
}

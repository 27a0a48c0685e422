/// The pages of the window or of one sheet, one above the other.
public struct PageStack: Equatable {
  /// The pages from the bottom to the top. The user sees the last page.
  public var pages: [PageItem] = []
  /// The ids of the pages that the user can go back to, the nearest page first. If the list is
  /// empty, the toolkit offers no back button, key or swipe.
  public var backTargets: [NavigationItemID] = []

  /// Creates a stack without pages.
  public init() {}
}

/// The pages of the window or of a sheet, one above the other.
public struct PageStack: Equatable {
  /// The pages from the bottom to the top. The user sees the last one.
  public var pages: [PageItem] = []
  /// The pages that the user can go back to, the nearest one first. If the list is empty, the
  /// toolkit offers no back button, key or swipe.
  public var backTargets: [NavigationItemID] = []

  /// Creates a stack without pages.
  public init() {}
}

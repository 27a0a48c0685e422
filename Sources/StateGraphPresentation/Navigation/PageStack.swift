/// Pages one above the other, of the window or of a sheet.
public struct PageStack: Equatable {
  /// The pages from the bottom to the top. The user sees the last one.
  public var pages: [PageItem] = []
  /// The pages that the user can go back to, the nearest one first. If it is empty, there is no
  /// back navigation: no button, no key and no swipe.
  public var backTargets: [NavigationItemID] = []

  /// Creates a stack without pages.
  public init() {}
}

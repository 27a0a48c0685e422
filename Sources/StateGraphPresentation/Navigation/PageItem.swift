/// A page in a ``PageStack``.
public struct PageItem: Equatable, Identifiable {
  /// Identifies the page. A page that is also in the next stack keeps its id and its object.
  public let id: NavigationItemID
  /// The object that the toolkit shows.
  public let page: any NavigationPage

  /// Whether two items are the same page.
  public static func == (one: PageItem, other: PageItem) -> Bool { one.id == other.id }
}

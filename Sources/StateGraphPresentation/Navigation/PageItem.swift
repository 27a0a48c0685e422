/// A page in a ``PageStack``.
public struct PageItem: Equatable, Identifiable {
  /// Identifies the page. A page that stays keeps its identity, and is the same object.
  public let id: NavigationItemID
  /// What the toolkit shows.
  public let page: any NavigationPage

  /// Two items are equal if they are the same page.
  public static func == (one: PageItem, other: PageItem) -> Bool { one.id == other.id }
}

/// A page in a ``PageStack``: the object that shows the page, with its id.
public struct PageItem: Equatable, Identifiable {
  /// Identifies the page. If the page is also in the next stack, it keeps its id and its object.
  public let id: NavigationItemID
  /// The object that shows the page. The segment's declaration of the page created it.
  public let page: any NavigationPage

  /// Whether two items have the same id. They are then the same page.
  public static func == (one: PageItem, other: PageItem) -> Bool { one.id == other.id }
}

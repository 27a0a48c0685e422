/// A sheet or an alert above the pages of the window.
public enum NavigationOverlay: Equatable, Identifiable {
  /// A dialog with its own stack of pages.
  case sheet(SheetItem)
  /// A question with buttons.
  case alert(AlertItem)

  /// Identifies the overlay for as long as it is shown.
  public var id: NavigationItemID {
    switch self {
    case .sheet(let sheet): sheet.id
    case .alert(let alert): alert.id
    }
  }
}

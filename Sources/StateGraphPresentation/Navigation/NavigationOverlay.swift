/// What is shown above the pages of the window.
public enum NavigationOverlay: Equatable, Identifiable {
  /// Pages in a dialog of their own.
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

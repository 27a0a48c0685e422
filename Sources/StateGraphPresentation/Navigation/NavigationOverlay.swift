/// A sheet or an alert that is shown above the pages of the window.
public enum NavigationOverlay: Equatable, Identifiable {
  /// A sheet: a dialog with its own stack of pages.
  case sheet(SheetItem)
  /// An alert: a question with buttons.
  case alert(AlertItem)

  /// Identifies the sheet or alert for as long as it is shown.
  public var id: NavigationItemID {
    switch self {
    case .sheet(let sheet): sheet.id
    case .alert(let alert): alert.id
    }
  }
}

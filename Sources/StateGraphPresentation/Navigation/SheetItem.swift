/// A sheet that is shown now, as a toolkit receives it: a dialog with its own stack of pages.
public struct SheetItem: Equatable, Identifiable {
  /// Identifies the sheet for as long as it is shown.
  public let id: NavigationItemID
  /// The pages of the sheet, one above the other.
  public var pages: PageStack
  /// Whether the user can close the sheet with its close button or the Escape key.
  public var canClose: Bool
}

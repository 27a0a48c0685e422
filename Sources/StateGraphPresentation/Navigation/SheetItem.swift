/// A sheet: a dialog with pages.
public struct SheetItem: Equatable, Identifiable {
  /// Identifies the sheet for as long as it is shown.
  public let id: NavigationItemID
  /// The pages of the sheet.
  public var pages: PageStack
  /// Whether the user can close the sheet, by its close button or by Escape.
  public var canClose: Bool
}

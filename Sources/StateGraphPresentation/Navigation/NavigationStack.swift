/// What a window shows: its pages, one above the other, and the sheets and alerts above the pages.
///
/// The state alone determines the stack. A ``NavigationPresenter`` changes its widgets so that they
/// show the stack.
public struct NavigationStack: Equatable {
  /// The pages of the window. The pages of a sheet are in the sheet's overlay.
  public var pages = PageStack()
  /// The sheets and alerts above the pages. The last one is the topmost, and only the topmost one
  /// receives the user's input.
  public var overlays: [NavigationOverlay] = []

  /// Creates a stack without pages, sheets and alerts.
  public init() {}
}

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

/// The object that shows one page of a segment. A toolkit makes its class of pages conform to this
/// protocol, such as its controllers of widgets.
@MainActor
public protocol NavigationPage: AnyObject {}

/// Identifies a page, a sheet or an alert for as long as it is shown. No other item of the process
/// has the same id.
public struct NavigationItemID: Hashable, Sendable {
  let number: UInt64

  @MainActor private static var last: UInt64 = 0

  /// Returns an id that no other item of the process has.
  @MainActor
  static func make() -> NavigationItemID {
    last += 1
    return NavigationItemID(number: last)
  }
}

/// The pages of the window or of one sheet, one above the other.
public struct PageStack: Equatable {
  /// The pages from the bottom to the top. The user sees the last page.
  public var pages: [PageItem] = []
  /// The ids of the pages that the user can go back to, the nearest page first. If the list is
  /// empty, the toolkit offers no back button, key or swipe.
  public var backTargets: [NavigationItemID] = []

  /// Creates a stack without pages.
  public init() {}
}

/// A page in a ``PageStack``: the object that shows the page, with its id.
public struct PageItem: Equatable, Identifiable {
  /// Identifies the page. If the page is also in the next stack, it keeps its id and its object.
  public let id: NavigationItemID
  /// The object that shows the page. The segment's declaration of the page created it.
  public let page: any NavigationPage

  /// Whether two items have the same id. They are then the same page.
  public static func == (one: PageItem, other: PageItem) -> Bool { one.id == other.id }
}

/// A sheet that is shown now, as a toolkit receives it: a dialog with its own stack of pages.
public struct SheetItem: Equatable, Identifiable {
  /// Identifies the sheet for as long as it is shown.
  public let id: NavigationItemID
  /// The pages of the sheet, one above the other.
  public var pages: PageStack
  /// Whether the user can close the sheet with its close button or the Escape key.
  public var canClose: Bool
}

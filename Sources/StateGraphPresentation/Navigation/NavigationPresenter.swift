/// An object of a toolkit that shows a navigation, such as a controller of a stack of widgets.
///
/// ```swift
/// final class NavigationController: NavigationPresenter {
///   let navigation = NavigationBinding()
///
///   func show(_ stack: NavigationStack, animated: Bool) { … }  // makes the widgets equal to it
///   func backButtonWasPressed() { navigation.handle(.back) }
/// }
/// ```
///
/// A presenter shows each stack that it receives, and reports the user's gestures to its
/// ``NavigationBinding``. A presenter must not add or remove a page by itself, because the state
/// determines the pages.
@MainActor
public protocol NavigationPresenter: AnyObject {
  /// The connection of this presenter to the state. The presenter creates the binding once and
  /// retains it.
  var navigation: NavigationBinding { get }

  /// Shows `stack` in place of the stack that the presenter showed before.
  ///
  /// `bind` calls this function once. After that, the binding calls it at most once in each job of
  /// the main actor. Pages with the same ``PageItem/id`` are the same objects, and keep their
  /// widgets. A toolkit that animates a removed page removes its widgets after the animation.
  ///
  /// - Parameters:
  ///   - stack: The pages, sheets and alerts of the current state.
  ///   - animated: Whether the presenter may animate the change. False for the first stack after
  ///     `bind`.
  func show(_ stack: NavigationStack, animated: Bool)
}

/// What the user asks a presenter for, such as to go back. A gesture changes no page itself. It
/// sends actions, and the pages change when the app changes its state.
public enum NavigationGesture: Hashable, Sendable {
  /// A request to leave the top page of the topmost sheet, or of the window if no sheet is shown.
  /// The user makes it with the back button, Alt+Left, a swipe, or the back button of the mouse.
  case back
  /// A request to go back to the page with this id, which is one of the ``PageStack/backTargets``.
  /// A long press on the back button shows the list of these pages.
  case backTo(NavigationItemID)
  /// A press of the Escape key. It closes the topmost sheet, or presses the cancel button of the
  /// topmost alert, whichever is above the other.
  case escape
  /// A press of the close button of the sheet with this id.
  case close(NavigationItemID)
  /// A press of a button of an alert. The values are the index of the button in
  /// ``AlertItem/buttons`` and the id of the alert.
  case press(Int, in: NavigationItemID)
}

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

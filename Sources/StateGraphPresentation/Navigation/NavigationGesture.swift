/// A request of the user to change the pages. A gesture only sends actions. The pages change when
/// the state does.
public enum NavigationGesture: Hashable, Sendable {
  /// A request to leave the top page of the topmost sheet, or of the window if no sheet is shown:
  /// the back button, Alt+Left, a swipe, or the back button of the mouse.
  case back
  /// A request to go back to one of the ``PageStack/backTargets``, which a long press on the back
  /// button lists.
  case backTo(NavigationItemID)
  /// The Escape key. It asks to close the topmost sheet, or presses the cancel button of the
  /// topmost alert.
  case escape
  /// A press of the close button of a sheet.
  case close(NavigationItemID)
  /// A press of the button at a position in ``AlertItem/buttons``.
  case press(Int, in: NavigationItemID)
}

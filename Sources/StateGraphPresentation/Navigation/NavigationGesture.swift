/// What the user asks for. A gesture moves nothing: it sends actions, and the state answers.
public enum NavigationGesture: Hashable, Sendable {
  /// To leave the top page of the topmost sheet, or of the window: the back button, Alt+Left, the
  /// swipe, the back button of the mouse.
  case back
  /// To go back to a page, which is one of the ``PageStack/backTargets``: an entry of the list that
  /// a long press on the back button opens.
  case backTo(NavigationItemID)
  /// Escape: the topmost sheet closes, or the cancel button of the topmost alert is pressed.
  case escape
  /// The close button of a sheet.
  case close(NavigationItemID)
  /// A press of a button of an alert, by its position in ``AlertItem/buttons``.
  case press(Int, in: NavigationItemID)
}

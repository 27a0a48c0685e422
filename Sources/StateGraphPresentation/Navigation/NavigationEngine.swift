/// The connection of one presenter with one state, as ``NavigationBinding`` uses it. The protocol
/// hides the types of the state and its actions.
@MainActor
protocol NavigationEngine: AnyObject {
  func handle(_ gesture: NavigationGesture) -> Bool
  func cancel()
}

/// The connection between one presenter and one state. A ``NavigationBinding`` uses this protocol,
/// because it hides the types of the state and its actions.
@MainActor
protocol NavigationEngine: AnyObject {
  func handle(_ gesture: NavigationGesture) -> Bool
  func cancel()
}

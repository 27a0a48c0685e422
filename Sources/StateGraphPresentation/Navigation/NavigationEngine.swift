/// What a ``NavigationBinding`` needs of a running binding, whatever the types of its state are.
@MainActor
protocol NavigationEngine: AnyObject {
  func handle(_ gesture: NavigationGesture) -> Bool
  func cancel()
}

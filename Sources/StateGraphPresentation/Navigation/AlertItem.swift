/// An alert: a question with buttons.
public struct AlertItem: Equatable, Identifiable {
  /// Identifies the alert for as long as it is shown.
  public let id: NavigationItemID
  /// What the alert asks.
  public var title: String
  /// More about the question; can be empty.
  public var message: String
  /// The buttons in their order.
  public var buttons: [AlertButton]
}

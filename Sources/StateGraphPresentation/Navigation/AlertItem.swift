/// An alert as a toolkit shows it: a question with buttons.
public struct AlertItem: Equatable, Identifiable {
  /// Identifies the alert for as long as it is shown.
  public let id: NavigationItemID
  /// The question.
  public var title: String
  /// A longer explanation of the question. It can be empty.
  public var message: String
  /// The buttons, in the order in which ``AlertContent`` added them.
  public var buttons: [AlertButton]
}

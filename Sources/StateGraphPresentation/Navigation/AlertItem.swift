/// An alert that is shown now, as a toolkit receives it: a question with buttons. ``AlertContent``
/// has the same texts and also the actions.
public struct AlertItem: Equatable, Identifiable {
  /// Identifies the alert for as long as it is shown.
  public let id: NavigationItemID
  /// The question of the alert.
  public var title: String
  /// A longer explanation of the question. If it is empty, the alert shows only the question.
  public var message: String
  /// The buttons, in the order in which ``AlertContent`` has them.
  public var buttons: [AlertButton]
}

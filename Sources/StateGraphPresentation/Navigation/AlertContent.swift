/// What an alert asks, and the actions that its buttons send.
///
/// ```swift
/// AlertContent("Delete the book?") {
///   $0.add("Delete", role: .destructive, .delete)
///   $0.add("Keep", role: .cancel, .keep)
/// }
/// ```
public struct AlertContent<Action> {
  /// The question.
  public var title: String
  /// More about the question; can be empty.
  public var message: String
  /// The buttons in their order.
  public private(set) var buttons: [AlertButton] = []
  /// One for each button.
  private(set) var actions: [Action] = []

  /// Creates the content of an alert.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: More about the question.
  ///   - addButtons: Adds the buttons.
  public init(
    _ title: String,
    message: String = "",
    buttons addButtons: (inout AlertContent) -> Void
  ) {
    self.title = title
    self.message = message
    addButtons(&self)
  }

  /// Adds a button that sends `action`.
  ///
  /// Escape presses the first button with the role `.cancel`. Without such a button, it does
  /// nothing.
  public mutating func add(_ title: String, role: AlertButton.Role = .normal, _ action: Action) {
    buttons.append(AlertButton(title, role: role))
    actions.append(action)
  }
}

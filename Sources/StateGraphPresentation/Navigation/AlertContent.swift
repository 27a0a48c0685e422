/// The question of an alert, its buttons, and the actions that the buttons send.
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
  /// A longer explanation of the question. It can be empty.
  public var message: String
  /// The buttons, in the order in which they were added.
  public private(set) var buttons: [AlertButton] = []
  /// The actions of the buttons, in the order of ``buttons``.
  private(set) var actions: [Action] = []

  /// Creates the content of an alert.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: A longer explanation of the question.
  ///   - addButtons: Adds the buttons with ``add(_:role:_:)``.
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
  /// The Escape key presses the first button with the role `.cancel`. It does nothing if the alert
  /// has no such button.
  public mutating func add(_ title: String, role: AlertButton.Role = .normal, _ action: Action) {
    buttons.append(AlertButton(title, role: role))
    actions.append(action)
  }
}

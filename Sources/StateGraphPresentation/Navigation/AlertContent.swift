/// What an alert asks: a question, its buttons, and the action that each button sends.
///
/// ```swift
/// AlertContent("Delete the book?") {
///   $0.add("Delete", role: .destructive, .delete)
///   $0.add("Keep", role: .cancel, .keep)
/// }
/// ```
public struct AlertContent<Action> {
  /// The question of the alert, in one short sentence.
  public var title: String
  /// A longer explanation of the question. If it is empty, the alert shows only the question.
  public var message: String
  /// The buttons of the alert, in the order in which ``add(_:role:_:)`` added them.
  public private(set) var buttons: [AlertButton] = []
  /// One element for each element of ``buttons``: the action that this button sends.
  private(set) var actions: [Action] = []

  /// Creates the content of an alert with a question and its buttons.
  ///
  /// - Parameters:
  ///   - title: The question, in one short sentence.
  ///   - message: A longer explanation of the question. It can be empty.
  ///   - addButtons: Adds the buttons by calls of ``add(_:role:_:)``.
  public init(
    _ title: String,
    message: String = "",
    buttons addButtons: (inout AlertContent) -> Void
  ) {
    self.title = title
    self.message = message
    addButtons(&self)
  }

  /// Adds a button that sends `action` when the user presses it.
  ///
  /// The Escape key presses the first button with the role `.cancel`. If the alert has no such
  /// button, the Escape key does nothing.
  public mutating func add(_ title: String, role: AlertButton.Role = .normal, _ action: Action) {
    buttons.append(AlertButton(title, role: role))
    actions.append(action)
  }
}

/// A button of an alert, with its text and its role. ``AlertContent`` creates it, and a toolkit
/// shows it.
public struct AlertButton: Equatable, Sendable {
  /// What a button is for. A toolkit chooses the button's position and appearance from its role.
  public enum Role: Equatable, Sendable {
    /// A button without a special meaning.
    case normal
    /// A button that leaves everything as it is, such as "Keep". The Escape key presses it.
    case cancel
    /// A button whose action destroys something, such as "Delete".
    case destructive
  }

  /// The text of the button.
  public var title: String
  /// What the button is for.
  public var role: Role

  /// Creates a button with a text and a role.
  public init(_ title: String, role: Role = .normal) {
    self.title = title
    self.role = role
  }
}

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

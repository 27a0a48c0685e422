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

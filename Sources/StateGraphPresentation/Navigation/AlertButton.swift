/// A button of an alert.
public struct AlertButton: Equatable, Sendable {
  /// The meaning of a button, from which a toolkit chooses the button's position and appearance.
  public enum Role: Equatable, Sendable {
    /// A button without a special meaning.
    case normal
    /// The button that the Escape key presses, such as "Keep".
    case cancel
    /// A button whose action destroys something, such as "Delete".
    case destructive
  }

  /// The text of the button.
  public var title: String
  /// The meaning of the button.
  public var role: Role

  /// Creates a button.
  public init(_ title: String, role: Role = .normal) {
    self.title = title
    self.role = role
  }
}

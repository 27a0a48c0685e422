/// A button of an alert.
public struct AlertButton: Equatable, Sendable {
  /// What a button means. A toolkit chooses its place and its look by the role.
  public enum Role: Equatable, Sendable {
    /// One of the answers.
    case normal
    /// The answer of Escape.
    case cancel
    /// An answer that destroys something.
    case destructive
  }

  /// The text of the button.
  public var title: String
  /// What the button means.
  public var role: Role

  /// Creates a button.
  public init(_ title: String, role: Role = .normal) {
    self.title = title
    self.role = role
  }
}

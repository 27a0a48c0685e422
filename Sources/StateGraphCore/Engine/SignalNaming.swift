/// An object that provides the names of its signals for messages.
package protocol SignalNaming: AnyObject {
  /// Returns the name of the data that `signal` represents, for example "User.name".
  ///
  /// The name must not contain values of the user's data. This function must not call user code.
  func name(of signal: Signal) -> String?
}

/// A constant name for signals. A signal retains this object if it has no other object to retain.
@usableFromInline
package final class SignalName: SignalNaming, Sendable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package func name(of signal: Signal) -> String? { text }
}

/// An object that owns signals and knows the names of the things that the signals represent.
package protocol SignalNaming: AnyObject {
  /// Returns the name of the thing that `signal` represents, for example "User.name". The name must
  /// not contain values. This function must not call user code.
  func name(of signal: Signal) -> String?
}

/// A constant name for a signal, used if the signal has no other object to retain.
@usableFromInline
package final class SignalName: SignalNaming, Sendable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package func name(of signal: Signal) -> String? { text }
}

/// The owner of a signal, which can name what the signal represents.
package protocol SignalNaming: AnyObject {
  /// Returns a readable name without values, like "User.name". Must not call user code.
  func name(of signal: Signal) -> String?
}

/// A constant name, for a signal that has no other object to keep.
@usableFromInline
package final class SignalName: SignalNaming, Sendable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package func name(of signal: Signal) -> String? { text }
}

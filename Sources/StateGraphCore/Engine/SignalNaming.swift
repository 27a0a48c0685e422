/// What a signal keeps, where that knows what the signal stands for.
package protocol SignalNaming: AnyObject {
  /// What `signal` stands for, in words for people and without values: "User.name". No user code.
  func name(of signal: Signal) -> String?
}

/// The name of a signal that has nothing else to keep.
@usableFromInline
package final class SignalName: SignalNaming, Sendable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package func name(of signal: Signal) -> String? { text }
}

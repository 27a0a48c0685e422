/// A state of a machine. A terminal state ends the machine.
public protocol Terminable {
  /// Whether the machine ends when it reaches this state.
  var isTerminal: Bool { get }
}

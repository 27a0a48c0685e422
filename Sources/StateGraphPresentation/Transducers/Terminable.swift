/// A state that can be the last one of its machine.
public protocol Terminable {
  /// Whether the machine ends when it reaches this state.
  var isTerminal: Bool { get }
}

/// A state of a machine that tells whether the machine ends. All states of transducers conform to
/// this protocol.
public protocol Terminable {
  /// Whether the state is terminal. If true, the machine ends when it reaches this state.
  var isTerminal: Bool { get }
}

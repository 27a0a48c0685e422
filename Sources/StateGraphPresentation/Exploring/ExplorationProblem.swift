/// Something that an exploration found wrong, with the shortest way to it.
public struct ExplorationProblem<T: BaseTransducer>: CustomStringConvertible {
  /// What is wrong.
  public enum Kind: String, Sendable {
    /// The invariant is false in the state.
    case violatedInvariant = "the invariant is false"
    /// The last event of the path gives another state, output or effect when it is repeated.
    case nondeterminism = "the last event has several results"
    /// The last event of the path changes a terminal state into one that is not terminal.
    case leftTerminalState = "the last event left a terminal state"
    /// The state is not terminal, and no event changes it or has an effect.
    case trap = "no event leads out of the state"
  }

  /// What is wrong.
  public let kind: Kind
  /// The state in which it was found.
  public let state: T.State
  /// The shortest list of events that leads there from the initial state.
  public let path: [T.Event]

  public var description: String {
    let events = path.isEmpty ? "at once" : path.map { "\($0)" }.joined(separator: ", ")
    return "\(kind.rawValue): \(state), reached by: \(events)"
  }
}

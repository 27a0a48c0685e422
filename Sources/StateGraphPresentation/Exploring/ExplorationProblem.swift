/// A defect of a transducer that an ``Exploration`` found, with the events that lead to it.
public struct ExplorationProblem<T: BaseTransducer>: CustomStringConvertible {
  /// The kind of a defect. The raw value is the text that `description` prints.
  public enum Kind: String, Sendable {
    /// The function that a test passed to ``Exploration/violation(of:)`` returns false for the
    /// state.
    case violatedInvariant = "the invariant is false"
    /// Two calls of `transition` with the same state and the last event of the path give different
    /// results: another state, another `Equatable` output, or an effect in only one of them.
    case nondeterminism = "the last event has several results"
    /// The last event of the path changes a terminal state into one that is not terminal.
    case leftTerminalState = "the last event left a terminal state"
    /// The state is not terminal, but no explored event changes the state or has an effect in it. A
    /// machine would stay in this state forever.
    case trap = "no event leads out of the state"
  }

  /// Which rule the transducer violates.
  public let kind: Kind
  /// The state that has the defect, or to which the defective transition leads.
  public let state: T.State
  /// The events that lead from the initial state to ``state``. For a defect of a transition, the
  /// last element is the event of this transition. The elements before it are the shortest list of
  /// events that leads to the state in which the transition starts.
  public let path: [T.Event]

  public var description: String {
    let events = path.isEmpty ? "at once" : path.map { "\($0)" }.joined(separator: ", ")
    return "\(kind.rawValue): \(state), reached by: \(events)"
  }
}

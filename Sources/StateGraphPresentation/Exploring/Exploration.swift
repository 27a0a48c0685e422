/// All states that a transducer can reach with given events, found breadth first.
///
/// An exploration calls `transition` and performs no effect. It finds what is wrong in every
/// machine of the type: see ``problems`` and ``violation(of:)``.
public struct Exploration<T: BaseTransducer> where T.State: Hashable {
  /// One transition from a state to a state.
  struct Edge {
    let source: Int
    let event: Int
    let target: Int
    let hasEffect: Bool
    let isRepeatable: Bool
  }

  /// The reachable states. The first one is the initial state, and the distance from it increases.
  public let states: [T.State]
  /// Whether all reachable states were found before the limit.
  public let isComplete: Bool
  let events: [T.Event]
  let edges: [Edge]
  /// For each state but the first, the edge by which it was found.
  private let origins: [Int?]

  /// Explores.
  ///
  /// - Parameters:
  ///   - type: The transducer.
  ///   - initialState: Where to start; nil for the transducer's own initial state.
  ///   - events: The events that are tried in each state.
  ///   - limit: How many states are found at most.
  public init(
    of type: T.Type = T.self,
    initialState: T.State? = nil,
    events: [T.Event],
    limit: Int = 10_000
  ) {
    var states = [initialState ?? T.initialState]
    var places = [states[0]: 0]
    var origins: [Int?] = [nil]
    var edges: [Edge] = []
    var isComplete = true
    var source = 0
    while source < states.count {
      for event in events.indices {
        var (next, again) = (states[source], states[source])
        let transition = T.transition(&next, event: events[event])
        let repeated = T.transition(&again, event: events[event])
        if places[next] == nil {
          guard states.count < limit else {
            isComplete = false
            continue
          }
          places[next] = states.count
          states.append(next)
          origins.append(edges.count)
        }
        edges.append(
          Edge(
            source: source,
            event: event,
            target: places[next] ?? source,
            hasEffect: transition.effect != nil,
            isRepeatable: next == again && Self.isEqual(transition, repeated)
          )
        )
      }
      source += 1
    }
    self.states = states
    self.isComplete = isComplete
    self.events = events
    self.edges = edges
    self.origins = origins
  }

  /// The shortest list of events that leads to a state; nil if the state is not reachable.
  public func path(to state: T.State) -> [T.Event]? {
    states.firstIndex(of: state).map(path(toStateAt:))
  }

  /// The first state, nearest to the initial one, for which `invariant` is false.
  public func violation(of invariant: (T.State) -> Bool) -> ExplorationProblem<T>? {
    states.firstIndex { !invariant($0) }.map {
      ExplorationProblem(kind: .violatedInvariant, state: states[$0], path: path(toStateAt: $0))
    }
  }

  /// What is wrong, nearest to the initial state first. ``ExplorationProblem/Kind`` lists what is
  /// checked.
  public var problems: [ExplorationProblem<T>] {
    var outgoing = [[Edge]](repeating: [], count: states.count)
    for edge in edges { outgoing[edge.source].append(edge) }
    return states.indices.flatMap { index -> [ExplorationProblem<T>] in
      let path = path(toStateAt: index)
      var problems: [ExplorationProblem<T>] = []
      for edge in outgoing[index] {
        let path = path + [events[edge.event]]
        if !edge.isRepeatable {
          problems.append(
            ExplorationProblem(kind: .nondeterminism, state: states[edge.target], path: path)
          )
        }
        if states[index].isTerminal, !states[edge.target].isTerminal {
          problems.append(
            ExplorationProblem(kind: .leftTerminalState, state: states[edge.target], path: path)
          )
        }
      }
      // A state whose edges were cut off by the limit is no trap.
      let hasExit =
        outgoing[index].count < events.count
        || outgoing[index].contains { $0.target != index || $0.hasEffect }
      if !states[index].isTerminal, !hasExit {
        problems.append(ExplorationProblem(kind: .trap, state: states[index], path: path))
      }
      return problems
    }
  }

  /// The pairs of a state that is not terminal and an event that does nothing there: neither the
  /// state changes, nor is there an effect.
  public var ignoredEvents: [(state: T.State, event: T.Event)] {
    edges.filter { $0.source == $0.target && !$0.hasEffect && !states[$0.source].isTerminal }
      .map { (states[$0.source], events[$0.event]) }
  }

  /// The events that do nothing in any state: transitions that are never taken.
  public var neverTaken: [T.Event] {
    let taken = Set(edges.filter { $0.source != $0.target || $0.hasEffect }.map(\.event))
    return events.indices.filter { !taken.contains($0) }.map { events[$0] }
  }

  private func path(toStateAt index: Int) -> [T.Event] {
    var path: [T.Event] = []
    var origin = origins[index]
    while let number = origin {
      path.append(events[edges[number].event])
      origin = origins[edges[number].source]
    }
    return path.reversed()
  }

  /// Effects are closures and cannot be compared: only whether there is one.
  private static func isEqual(_ one: Transition<T>, _ other: Transition<T>) -> Bool {
    guard (one.effect == nil) == (other.effect == nil) else { return false }
    guard let output = one.output as? any Equatable else { return true }
    return isEqual(output, other.output as Any)
  }

  private static func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    one == other as? Value
  }
}

/// All states that a transducer can reach with given events, found breadth first.
///
/// An exploration calls the transducer's `transition` and performs no effect. The problems that it
/// finds exist in every machine that runs this transducer: see ``problems`` and ``violation(of:)``.
public struct Exploration<T: BaseTransducer> where T.State: Hashable {
  /// One transition. `source` and `target` are positions in `states`, and `event` is a position in
  /// `events`.
  struct Edge {
    let source: Int
    let event: Int
    let target: Int
    let hasEffect: Bool
    let isRepeatable: Bool
  }

  /// The reachable states, sorted by the number of events that lead to them. The first one is the
  /// initial state.
  public let states: [T.State]
  /// Whether the exploration found all reachable states. It is false if there are more states than
  /// the `limit` of the initialiser.
  public let isComplete: Bool
  let events: [T.Event]
  let edges: [Edge]
  /// The position in `edges` of the edge that first reached each state. The element of the initial
  /// state is nil.
  private let origins: [Int?]

  /// Finds all states that `events` can reach from the initial state.
  ///
  /// - Parameters:
  ///   - type: The type of the transducer.
  ///   - initialState: The state in which the exploration begins; nil for the transducer's own
  ///     initial state.
  ///   - events: The events that the exploration sends in each state.
  ///   - limit: The maximum number of states. Further states are left out, and ``isComplete`` is
  ///     then false.
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

  /// Returns a state for which `invariant` is false, with the shortest list of events that leads to
  /// it; nil if `invariant` is true for all states.
  public func violation(of invariant: (T.State) -> Bool) -> ExplorationProblem<T>? {
    states.firstIndex { !invariant($0) }.map {
      ExplorationProblem(kind: .violatedInvariant, state: states[$0], path: path(toStateAt: $0))
    }
  }

  /// The defects of the transducer, those nearest to the initial state first. They have any
  /// ``ExplorationProblem/Kind`` except `violatedInvariant`, which ``violation(of:)`` finds.
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
      // If the limit left out an edge of this state, the missing edge may lead out of the state.
      let hasExit =
        outgoing[index].count < events.count
        || outgoing[index].contains { $0.target != index || $0.hasEffect }
      if !states[index].isTerminal, !hasExit {
        problems.append(ExplorationProblem(kind: .trap, state: states[index], path: path))
      }
      return problems
    }
  }

  /// The pairs of a state and an event that neither changes this state nor has an effect in it.
  /// Terminal states are left out.
  public var ignoredEvents: [(state: T.State, event: T.Event)] {
    edges.filter { $0.source == $0.target && !$0.hasEffect && !states[$0.source].isTerminal }
      .map { (states[$0.source], events[$0.event]) }
  }

  /// The events that neither change the state nor have an effect in any reachable state.
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

  /// Whether two results of one transition are equal. Closures cannot be compared, so two effects
  /// count as equal, and so do two outputs that are not `Equatable`.
  private static func isEqual(_ one: Transition<T>, _ other: Transition<T>) -> Bool {
    guard (one.effect == nil) == (other.effect == nil) else { return false }
    guard let output = one.output as? any Equatable else { return true }
    return isEqual(output, other.output as Any)
  }

  private static func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    one == other as? Value
  }
}

/// The states that a transducer (a type that describes a state machine) can reach with given
/// events, and its transitions between them. Tests use an exploration to find defects of the
/// transducer and to draw it.
///
/// The initialiser searches breadth first. It calls the transducer's `transition` and performs no
/// effect. The defects that it finds exist in every machine that runs this transducer: see
/// ``problems`` and ``violation(of:)``.
public struct Exploration<T: BaseTransducer> where T.State: Hashable {
  /// One transition that the exploration made. `source` and `target` are indices into `states`, and
  /// `event` is an index into `events`. `isRepeatable` is false if a second call of `transition`
  /// had another result.
  struct Edge {
    let source: Int
    let event: Int
    let target: Int
    let hasEffect: Bool
    let isRepeatable: Bool
  }

  /// The reachable states. A state that fewer events reach comes before a state that needs more
  /// events. The first element is the initial state.
  public let states: [T.State]
  /// Whether ``states`` has all reachable states. False if the transducer has more states than the
  /// `limit` of the initialiser; ``problems`` can then be incomplete.
  public let isComplete: Bool
  let events: [T.Event]
  let edges: [Edge]
  /// One element for each state: the index in `edges` of the transition that reached the state
  /// first. The element of the initial state is nil, because no transition has to reach it.
  private let origins: [Int?]

  /// Finds all states that the transducer can reach with `events` from `initialState`.
  ///
  /// - Parameters:
  ///   - type: The type of the transducer.
  ///   - initialState: The state in which the exploration begins.
  ///   - events: The events that the exploration sends in each state.
  ///   - limit: The maximum number of states. Further states are left out, and ``isComplete`` is
  ///     then false.
  public init(
    of type: T.Type = T.self,
    initialState: T.State,
    events: [T.Event],
    limit: Int = 10_000
  ) {
    var states = [initialState]
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
            isRepeatable: next == again && Self.isEqual(transition, to: repeated)
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

  /// Returns the shortest list of events that leads from the initial state to `state`, or nil if
  /// the exploration did not reach `state`.
  public func path(to state: T.State) -> [T.Event]? {
    states.firstIndex(of: state).map(path(toStateAt:))
  }

  /// Returns the first state for which `invariant` is false, with the shortest list of events that
  /// leads to this state, or nil if `invariant` is true for all reachable states.
  public func violation(of invariant: (T.State) -> Bool) -> ExplorationProblem<T>? {
    states.firstIndex { !invariant($0) }.map {
      ExplorationProblem(kind: .violatedInvariant, state: states[$0], path: path(toStateAt: $0))
    }
  }

  /// The defects of the transducer. Defects of states near to the initial state come first. Every
  /// ``ExplorationProblem/Kind`` can occur except `violatedInvariant`, which ``violation(of:)``
  /// finds.
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
      // If the limit left out a transition of this state, the missing transition may lead out of
      // the state. The state then does not count as a trap.
      let hasExit =
        outgoing[index].count < events.count
        || outgoing[index].contains { $0.target != index || $0.hasEffect }
      if !states[index].isTerminal, !hasExit {
        problems.append(ExplorationProblem(kind: .trap, state: states[index], path: path))
      }
      return problems
    }
  }

  /// The events that have no result in some state: one pair for each state and each event that
  /// neither changes this state nor has an effect in it. Terminal states are left out.
  public var ignoredEvents: [(state: T.State, event: T.Event)] {
    edges.filter { $0.source == $0.target && !$0.hasEffect && !states[$0.source].isTerminal }
      .map { (states[$0.source], events[$0.event]) }
  }

  /// The events that have no result in any reachable state: they neither change a state nor have an
  /// effect. Such an event is probably superfluous, or a transition for it is missing.
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

  /// Whether two calls of `transition` gave equal results, as far as they can be compared. Effects
  /// contain closures, so two effects count as equal, and so do two outputs that are not
  /// `Equatable`.
  private static func isEqual(_ one: Transition<T>, to other: Transition<T>) -> Bool {
    guard (one.effect == nil) == (other.effect == nil) else { return false }
    guard let output = one.output as? any Equatable else { return true }
    return isEqual(output, to: other.output as Any)
  }

  private static func isEqual<Value: Equatable>(_ one: Value, to other: Any) -> Bool {
    one == other as? Value
  }
}

extension Exploration where T.InitialState == T.State {
  /// Finds all states that the transducer can reach with `events` from its initial state.
  ///
  /// The parameters are those of ``init(of:initialState:events:limit:)``.
  public init(of type: T.Type = T.self, events: [T.Event], limit: Int = 10_000) {
    self.init(of: type, initialState: T.initialState, events: events, limit: limit)
  }
}

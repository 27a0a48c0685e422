import StateGraphPresentation
import TestSupport
import Testing

private enum Door: Transducer {
  enum State: Terminable, Hashable {
    case closed, open, locked, gone
    var isTerminal: Bool { self == .gone }
  }
  enum Event: CaseIterable { case push, pull, lock, remove, paint }
  static var initialState: State { .closed }
  static func update(_ state: inout State, event: Event) {
    switch (state, event) {
    case (.closed, .push): state = .open
    case (.open, .pull): state = .closed
    case (.closed, .lock): state = .locked
    case (.open, .remove): state = .gone
    default: break
    }
  }
}

private let faultyRolls = Recorder<Void>()

/// Counts without end, and has the wrong things of which each is found.
private enum Faulty: EffectTransducer {
  enum State: Terminable, Hashable {
    case number(Int), end
    var isTerminal: Bool { self == .end }
  }
  enum Event { case up, roll, stop, back, quote }
  static var initialState: State { .number(0) }
  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch (state, event) {
    case (.number(let number), .up): state = .number(number + 1)
    case (.number(0), .roll):
      faultyRolls.record(())
      state = .number(faultyRolls.elements.count)
    case (.number, .stop): state = .end
    case (.end, .back): state = .number(0)
    case (.number, .quote): return .event(.up)
    default: break
    }
    return nil
  }
}

/// Eight places in a ring, in which the user goes in both directions.
private enum Ring: Transducer {
  struct State: NonTerminal, Hashable { var place = 0 }
  enum Event: CaseIterable { case right, left }
  static var initialState: State { State() }
  static func update(_ state: inout State, event: Event) {
    state.place = (state.place + (event == .right ? 1 : 7)) % 8
  }
}

@Suite struct ExplorationTests {
  @Test func `all reachable states are found, nearest first`() {
    let exploration = Exploration(of: Door.self, events: Door.Event.allCases)
    #expect(exploration.states == [.closed, .open, .locked, .gone])
    #expect(exploration.isComplete)
    #expect(exploration.path(to: .gone) == [.push, .remove])
    #expect(exploration.path(to: .closed) == [])
  }

  @Test func `the way to each state is a shortest one`() {
    let exploration = Exploration(of: Ring.self, events: Ring.Event.allCases)
    for place in 0..<8 {
      let path = exploration.path(to: Ring.State(place: place))
      #expect(path?.count == min(place, 8 - place))
      #expect(Set(path ?? []).count <= 1)
    }
  }

  @Test func `a trap is found with the way to it`() throws {
    let exploration = Exploration(of: Door.self, events: Door.Event.allCases)
    let problem = try #require(exploration.problems.first)
    #expect(exploration.problems.count == 1)
    #expect(problem.kind == .trap)
    #expect(problem.description == "no event leads out of the state: locked, reached by: lock")
    #expect(exploration.path(to: .locked) == [.lock])
  }

  @Test func `events that do nothing are found`() {
    let exploration = Exploration(of: Door.self, events: Door.Event.allCases)
    #expect(exploration.neverTaken == [.paint])
    let ignored = exploration.ignoredEvents.filter { $0.state == .open }.map(\.event)
    #expect(ignored == [.push, .lock, .paint])
    #expect(!exploration.ignoredEvents.contains { $0.state == .gone })
  }

  @Test func `the shortest way to a violation is found`() throws {
    let exploration = Exploration(of: Faulty.self, events: [.up], limit: 50)
    let violation = try #require(
      exploration.violation { if case .number(let number) = $0 { number < 7 } else { true } }
    )
    #expect(violation.state == .number(7))
    #expect(violation.path == Array(repeating: .up, count: 7))
    #expect(exploration.violation { _ in true } == nil)
  }

  @Test(arguments: [1, 2, 50])
  func `a limit ends an exploration without end, and is no trap`(limit: Int) {
    let exploration = Exploration(of: Faulty.self, events: [.up], limit: limit)
    #expect(exploration.states.count == limit)
    #expect(!exploration.isComplete)
    #expect(exploration.problems.isEmpty)
  }

  @Test func `a result that changes, and a terminal state that is left, are found`() {
    let problems = Exploration(of: Faulty.self, events: [.roll, .stop, .back], limit: 5).problems
    let changing = problems.filter { $0.kind == .nondeterminism }
    #expect(changing.map(\.path) == [[.roll]])
    let left = problems.filter { $0.kind == .leftTerminalState }
    #expect(left.map(\.path) == [[.stop, .back]])
    #expect(left.map(\.state) == [.number(0)])
  }

  @Test func `an event with an effect leads out of a state`() {
    let exploration = Exploration(of: Faulty.self, events: [.quote])
    #expect(exploration.states == [.number(0)])
    #expect(exploration.problems.isEmpty)
    #expect(exploration.neverTaken.isEmpty)
  }

  @Test func `an exploration is drawn for Mermaid and for Graphviz`() {
    let exploration = Exploration(
      of: Door.self,
      initialState: .open,
      events: [.push, .remove]
    )
    #expect(
      exploration.mermaid == """
        stateDiagram-v2
          state "open" as s0
          state "gone" as s1
          [*] --> s0
          s0 --> s1: remove
          s1 --> [*]

        """
    )
    #expect(
      exploration.dot == """
        digraph {
          s0 [label="open"];
          s1 [label="gone", peripheries=2];
          s0 -> s1 [label="remove"];
        }

        """
    )
  }
}

import StateGraph
import StateGraphPresentation
import Testing

/// The machine of 001 without widgets. `PresentationSpecificationWindowTests` tests its views.
@MainActor
@Suite(.serialized) struct CounterTests {
  /// Returns when the machine is in a state for which `condition` is true.
  private func wait(
    for model: ObservableTransducer<Counter>,
    until condition: (Counter.State) -> Bool
  ) async {
    let (changes, changed) = AsyncStream.makeStream(of: Void.self)
    let subscription = withGraphTracking { model.stateNode.onChange { _ in changed.yield() } }
    defer { subscription.cancel() }
    for await _ in changes where condition(model.state) { return }
  }

  @Test func `a model counts when an increment is complete, and ends when it is done`() async {
    let model = ObservableTransducer<Counter>(
      initialState: Counter.initialState
    )
    model.send(.increment)
    await wait(for: model) { if case .incrementing = $0 { true } else { false } }
    #expect(!model.state.canIncrement && !model.state.canDecrement)
    model.send(.incrementComplete)
    await wait(for: model) { if case .idle = $0 { true } else { false } }
    #expect(model.state.count == 1)
    #expect(model.state.canIncrement && model.state.canDecrement)
    model.send(.done)
    await wait(for: model) { $0.isTerminal }
    model.send(.increment)
    #expect(model.state.count == 1)
  }

  @Test func `a decrement stops at 0`() async {
    let counterModel = ObservableTransducer<Counter>(
      initialState: Counter.initialState
    )
    let model = counterModel
    try? model.proxy.send(.decrement)
    try? model.proxy.send(.decrementComplete)
    try? model.proxy.send(.increment)
    await wait(for: model) { if case .incrementing = $0 { true } else { false } }
    #expect("Edit Count: \(model.state.count)" == "Edit Count: 0")
    #expect("Current Count: \(model.state.count)" == "Current Count: 0")
  }

  @Test func `sending fails after the end, and the error is printed`() async {
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    let model = ObservableTransducer<Counter>(
      initialState: .finished(count: 3),
      completion: Completion { _ in ended.finish() }
    )
    for await _ in end {}
    let input = model.proxy.input
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    do {
      try input.send(.increment)
    } catch {
      // Handle event sending errors
      print("Failed to send event: \(error)")
    }
    #expect(printed == ["Failed to send event: \(TransducerError.ended)"])
  }

  @Test func `a parent gets each output`() async {
    var message = "Waiting for updates..."
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    let model = ObservableTransducer<Counting>(
      output: Callback { count in
        message = "Counter updated to: \(count)"
        ended.finish()
      }
    )
    model.send(())
    for await _ in end {}
    #expect(message == "Counter updated to: 1")
  }

  @Test func `a counter has no trap, and does not leave its last state`() {
    let exploration = Exploration(
      of: Hashed.self,
      events: [.increment, .decrement, .incrementComplete, .decrementComplete, .done],
      limit: 100
    )
    #expect(exploration.problems.isEmpty)
  }
}

/// The document's parent shows a count that its child gives out.
private enum Counting: Transducer {
  typealias Event = Void
  struct State: NonTerminal { var count = 0 }
  static var initialState: State { State() }
  static func update(_ state: inout State, event: Void) -> Int {
    state.count += 1
    return state.count
  }
}

/// The counter with states that can be compared, which an exploration needs.
private enum Hashed: Transducer {
  typealias Event = Counter.Event
  struct State: Terminable, Hashable {
    var text: String
    var counter: Counter.State
    var isTerminal: Bool { counter.isTerminal }
    static func == (one: State, other: State) -> Bool { one.text == other.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }
  static var initialState: State { State(text: "start", counter: Counter.initialState) }
  static func update(_ state: inout State, event: Counter.Event) {
    Counter.update(&state.counter, event: event)
    state.text = "\(state.counter)"
  }
}

import Dispatch
import StateGraph
import StateGraphPresentation
import Testing

// Counter Transducer Example. `update` gets a default, without which the document's code is not
// exhaustive.
enum Counter: Transducer {
  enum State: Terminable {
    case idle(count: Int)
    case incrementing(count: Int)
    case decrementing(count: Int)
    case finished(count: Int)

    var isTerminal: Bool {
      if case .finished = self { return true }
      return false
    }

    var count: Int {
      switch self {
      case .idle(let count), .incrementing(let count),
        .decrementing(let count), .finished(let count):
        return count
      }
    }
  }

  enum Event {
    case increment
    case decrement
    case incrementComplete
    case decrementComplete
    case done
  }

  static var initialState: State { .idle(count: 0) }

  static func update(_ state: inout State, event: Event) {
    switch (state, event) {
    case (.idle(let count), .increment):
      state = .incrementing(count: count)
    case (.incrementing(let count), .incrementComplete):
      state = .idle(count: count + 1)
    case (.idle(let count), .decrement):
      state = .decrementing(count: count)
    case (.decrementing(let count), .decrementComplete):
      state = .idle(count: max(0, count - 1))
    case (.idle(let count), .done):
      state = .finished(count: count)
    case (.finished, _):
      break  // Terminal state - ignore all events
    default: break
    }
  }
}

extension Counter.State {
  var canIncrement: Bool {
    if case .idle = self { return true }
    return false
  }

  var canDecrement: Bool {
    if case .idle = self { return true }
    return false
  }
}

// The shared component, without its body. A `Subject` is called with `await`, so the input is a
// buffered one.
struct CounterContentView {
  let state: Counter.State
  let sendEvent: (Counter.Event) -> Void

  init(state: Counter.State, input: some BufferedTransducerInput<Counter.Event>) {
    self.state = state
    self.sendEvent = { event in
      try? input.send(event)
      // Simulate async completion for increment/decrement
      if event == .increment || event == .decrement {
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
          let completionEvent: Counter.Event =
            event == .increment ? .incrementComplete : .decrementComplete
          try? input.send(completionEvent)
        }
      }
    }
  }

  init(state: Counter.State, sendEvent: @escaping (Counter.Event) -> Void) {
    self.state = state
    self.sendEvent = sendEvent
  }
}

// Basic ObservableTransducer Usage. `proxy.send` throws, so the view gets `model.send`.
@MainActor
struct CounterWithObservableTransducer {
  let model = ObservableTransducer<Counter>(
    initialState: Counter.initialState
  )

  var body: CounterContentView {
    CounterContentView(state: model.state, sendEvent: model.send)
  }
}

/// Takes the place of the main queue: what comes later runs when the test wants it.
@MainActor
private enum DispatchQueue {
  final class Later {
    var work: [() -> Void] = []
    func asyncAfter(deadline: DispatchTime, execute: @escaping () -> Void) { work.append(execute) }
    func run() {
      defer { work = [] }
      for item in work { item() }
    }
  }
  nonisolated(unsafe) static let main = Later()
}

@MainActor
@Suite(.serialized) struct CounterTests {
  /// Lets the machine process what was sent: it is on this actor too.
  private func runMachine() async {
    for _ in 0..<4 { await Task.yield() }
  }

  @Test func `the view counts by the buttons' events`() async {
    let view = CounterWithObservableTransducer()
    view.body.sendEvent(.increment)
    await runMachine()
    #expect(!view.body.state.canIncrement && !view.body.state.canDecrement)
    view.body.sendEvent(.incrementComplete)
    await runMachine()
    #expect(view.body.state.count == 1)
    #expect(view.body.state.canIncrement && view.body.state.canDecrement)
    view.body.sendEvent(.done)
    await runMachine()
    #expect(view.body.state.isTerminal)
    view.body.sendEvent(.increment)
    #expect(view.body.state.count == 1)
  }

  @Test func `the view completes an increment later`() async {
    let model = ObservableTransducer<Counter>(
      initialState: Counter.initialState
    )
    let view = CounterContentView(state: model.state, input: model.proxy.input)
    for (event, count) in [(Counter.Event.increment, 1), (.increment, 2), (.decrement, 1)] {
      view.sendEvent(event)
      await runMachine()
      DispatchQueue.main.run()
      await runMachine()
      #expect(model.state.count == count)
    }
  }

  @Test func `a decrement stops at 0`() async {
    let counterModel = ObservableTransducer<Counter>(
      initialState: Counter.initialState
    )
    let model = counterModel
    try? model.proxy.send(.decrement)
    try? model.proxy.send(.decrementComplete)
    try? model.proxy.send(.increment)
    await runMachine()
    #expect("Edit Count: \(model.state.count)" == "Edit Count: 0")
    #expect("Current Count: \(model.state.count)" == "Current Count: 0")
    if case .incrementing = model.state {} else { Issue.record("\(model.state)") }
  }

  @Test func `sending fails after the end, and the error is printed`() async {
    let model = ObservableTransducer<Counter>(initialState: .finished(count: 3))
    await runMachine()
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
    let model = ObservableTransducer<Counting>(
      output: Callback { count in
        message = "Counter updated to: \(count)"
      }
    )
    model.send(())
    await runMachine()
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
  typealias Output = Int
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

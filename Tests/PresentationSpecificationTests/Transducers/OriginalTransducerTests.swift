import StateGraph
import StateGraphPresentation
import Testing

// Transducers as clients of the original write them: no type alias for the output of `update`, and
// no initial state.

private enum Silent: Transducer {
  enum State: NonTerminal { case start }
  enum Event { case start }
  static func update(_ state: inout State, event: Event) {}
}

private enum Numbered: Transducer {
  enum State: NonTerminal { case start }
  enum Event { case start }
  static func update(_ state: inout State, event: Event) -> Int { 1 }
}

private enum Paired: Transducer {
  enum State: NonTerminal { case start }
  enum Event { case start }
  static func update(_ state: inout State, event: Event) -> (count: Int, text: String) { (1, "a") }
}

private enum Door: Transducer {
  enum State: Terminable {
    case open, closed
    var isTerminal: Bool { self == .closed }
  }
  enum Event { case push }
  static func update(_ state: inout State, event: Event) -> String? {
    state = .closed
    return "closed"
  }
}

private enum Loud: EffectTransducer {
  enum State: NonTerminal { case start }
  enum Event { case start }
  typealias Output = Int
  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Output) { (nil, 1) }
}

/// Each event of an action starts the next action, with states that carry values.
private enum Levels: EffectTransducer {
  enum State: Terminable {
    case start, first, second([String]), done
    var isTerminal: Bool { if case .done = self { true } else { false } }
  }
  enum Event { case begin, step(String), finish }

  static func firstEffect() -> Self.Effect {
    Effect(action: { env in
      return .step("one")
    })
  }

  static func secondEffect() -> Self.Effect {
    Effect(action: { env in
      return [.step("two"), .finish]
    })
  }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch (state, event) {
    case (.start, .begin):
      state = .first
      return firstEffect()
    case (.first, .step(let name)):
      state = .second([name])
      return secondEffect()
    case (.second(let names), .step(let name)):
      state = .second(names + [name])
      return nil
    case (.second, .finish):
      state = .done
      return nil
    default:
      return nil
    }
  }
}

/// Effects with an environment of services, and with an operation beside an action.
private enum Loader: EffectTransducer {
  struct Env: Sendable { var load: @Sendable () async throws -> [Int] }
  enum State: Terminable {
    case idle
    case loading
    case loaded([Int])
    case failed(any Error)
    var isTerminal: Bool {
      switch self {
      case .loaded, .failed: true
      default: false
      }
    }
  }
  enum Event { case load, received([Int]), failed(any Error) }

  static func loadEffect() -> Self.Effect {
    Effect(id: "load") { env, input in
      do {
        try input.send(.received(try await env.load()))
      } catch {
        try input.send(.failed(error))
      }
    }
  }

  static func loadAtOnceEffect() -> Self.Effect {
    Effect(action: { env in
      let numbers = try await env.load()
      return .received(numbers)
    })
  }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch (state, event) {
    case (.idle, .load):
      state = .loading
      return .sequence(loadEffect(), loadAtOnceEffect())
    case (.loading, .received(let numbers)):
      state = .loaded(numbers)
      return nil
    case (.loading, .failed(let error)):
      state = .failed(error)
      return nil
    default:
      return nil
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct OriginalTransducerTests {
  @Test func `the output is the result of update`() {
    #expect(Silent.Output.self == Void.self)
    #expect(Numbered.Output.self == Int.self)
    #expect(Paired.Output.self == (count: Int, text: String).self)
    #expect(Door.Output.self == String?.self)
    #expect(Loud.Output.self == Int.self)
    #expect(Levels.Output.self == Void.self)
  }

  @Test func `a transducer without an initial state has none`() {
    #expect(Door.InitialState.self == Void.self)
    #expect(Counter.InitialState.self == Counter.State.self)
  }

  @Test func `run starts in the state of the caller`() async throws {
    let proxy = Door.Proxy()
    try proxy.send(.push)
    #expect(try await Door.run(initialState: .open, proxy: proxy) == "closed")
  }

  @Test func `actions start actions`() async throws {
    try await Levels.run(initialState: .start, proxy: .init(initialEvent: .begin))
  }

  @Test func `a model runs actions and operations with the services of its environment`() async {
    var ends = 0
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    let model = ObservableTransducer(
      of: Loader.self,
      initialState: .idle,
      proxy: Loader.Proxy(initialEvent: .load),
      env: Loader.Env { [1, 2] },
      completion: .init { result in
        if case .success = result { ends += 1 }
        ended.finish()
      }
    )
    #expect(model.isRunning)
    for await _ in end {}
    #expect(!model.isRunning)
    #expect(ends == 1)
    if case .loaded([1, 2]) = model.state {} else { Issue.record("the state is \(model.state)") }
  }

  @Test func `the types of a model are those of its transducer`() {
    #expect(ObservableTransducer<Loud>.Output.self == Int.self)
    #expect(ObservableTransducer<Loader>.Env.self == Loader.Env.self)
    #expect(ObservableTransducer<Door>.Completion.self == Completion<String?>.self)
  }

  @Test func `a machine without a proxy ends with its task`() async {
    let machine = Task { try await Numbered.run(initialState: .start) }
    machine.cancel()
    await #expect(throws: CancellationError.self) { try await machine.value }
  }

  @Test func `a binding receives the outputs`() async throws {
    let shown = Stored<String?>(wrappedValue: nil)
    try await Door.run(
      initialState: .open,
      proxy: Door.Proxy(initialEvent: .push),
      output: shown.binding
    )
    #expect(shown.wrappedValue == "closed")
  }

  @Test func `a machine with the buffer of the original refuses the ninth event`() throws {
    let proxy = Numbered.Proxy(bufferSize: 8, initialEvent: .start)
    for _ in 0..<7 { try proxy.send(.start) }
    #expect(throws: TransducerError.droppedEvent(capacity: 8)) { try proxy.send(.start) }
  }
}

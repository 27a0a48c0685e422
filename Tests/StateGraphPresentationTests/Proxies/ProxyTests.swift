import StateGraphPresentation
import TestSupport
import Testing

/// A script whose senders wait for the machine.
enum WaitingScript: EffectTransducer {
  typealias Output = Int
  typealias Env = Recorder<String>
  typealias Proxy = SyncSuspendingProxy<Event>
  enum Event: Sendable {
    case note(Int)
    case chain(Int)
    case end(Int)
  }
  struct State: Terminable { var isTerminal = false }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Output) {
    switch event {
    case .note(let number): return (nil, number)
    case .chain(let number): return (number > 0 ? .event(.chain(number - 1)) : nil, number)
    case .end(let number):
      state.isTerminal = true
      return (nil, number)
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ProxyTests {
  private let log = Recorder<String>()

  @Test(arguments: [0, 1, 2, 1_024])
  func `a full buffer refuses an event, and the machine continues`(size: Int) async throws {
    let proxy = Script.Proxy(bufferSize: size)
    let capacity = max(1, size)
    for number in 0..<capacity { try proxy.send(.note(number)) }
    #expect(throws: TransducerError.droppedEvent(capacity: capacity)) { try proxy.send(.note(-1)) }
    let outputs = Recorder<Int>()
    let drained = Signpost()
    let last = Task {
      try await Script.run(
        initialState: .init(),
        proxy: proxy,
        env: log,
        output: Callback { number in
          outputs.record(number)
          if number == capacity - 1 { drained.send() }
        }
      )
    }
    await drained.wait()
    try proxy.send(.end(-2))
    #expect(try await result(of: last) == -2)
    #expect(outputs.elements == Array(0..<capacity) + [-2])
  }

  @Test func `the default buffer takes 1,024 events`() throws {
    let proxy = Script.Proxy()
    for number in 0..<Script.Proxy.defaultBufferSize { try proxy.send(.note(number)) }
    #expect(throws: TransducerError.droppedEvent(capacity: 1_024)) { try proxy.send(.note(-1)) }
  }

  @Test func `events that the machine has taken and not begun fill the buffer too`() async throws {
    let proxy = Script.Proxy(bufferSize: 3)
    let refusals = Recorder<Int>()
    for number in 0..<3 { try proxy.send(.note(number)) }
    await #expect(throws: TransducerError.cancelled) {
      try await Script.run(
        initialState: .init(),
        proxy: proxy,
        env: log,
        output: Callback { number in
          if number == 10 { proxy.cancel() }
          // The machine has begun one event, so there is room for one more.
          for event in [Script.Event.note(number + 10), .note(-1)] {
            do { try proxy.send(event) } catch { refusals.record(number) }
          }
        }
      )
    }
    #expect(refusals.elements == [0, 1, 2, 10, 10])
  }

  @Test func `a proxy serves one run`() async throws {
    let proxy = Script.Proxy()
    let copy = proxy
    #expect(copy.id == proxy.id)
    #expect(Script.Proxy().id != proxy.id)
    try proxy.send(.end(1))
    try await Script.run(initialState: .init(), proxy: proxy, env: log)
    await #expect(throws: TransducerError.proxyAlreadyInUse) {
      try await Script.run(initialState: .init(), proxy: copy, env: log)
    }
  }

  @Test func `a second run does not disturb the first`() async throws {
    let proxy = Script.Proxy()
    let started = Signpost()
    try proxy.send(.note(0))
    let last = Task {
      try await Script.run(
        initialState: .init(),
        proxy: proxy,
        env: log,
        output: Callback { _ in started.send() }
      )
    }
    await started.wait()
    await #expect(throws: TransducerError.proxyAlreadyInUse) {
      try await Script.run(initialState: .init(), proxy: proxy, env: log)
    }
    try proxy.send(.end(1))
    #expect(try await result(of: last) == 1)
  }

  @Test func `a suspending send returns when actions and outputs are done`() async throws {
    let outputs = Recorder<Int>()
    let proxy = WaitingScript.Proxy()
    let last = Task {
      try await WaitingScript.run(
        initialState: .init(),
        proxy: proxy,
        env: log,
        output: Callback { number async in
          await Task.yield()
          outputs.record(number)
        }
      )
    }
    try await proxy.send(.chain(3))
    #expect(outputs.drain() == [3, 2, 1, 0])
    try await proxy.input.send(.note(7))
    #expect(outputs.drain() == [7])
    // The event that ends the machine is processed like every other.
    try await proxy.send(.end(8))
    #expect(outputs.drain() == [8])
    #expect(try await result(of: last) == 8)
    await #expect(throws: TransducerError.ended) { try await proxy.send(.note(9)) }
  }

  @Test func `a suspending send ends with the machine`() async throws {
    let proxy = WaitingScript.Proxy()
    let senders = (0..<3).map { number in Task { try await proxy.send(.note(number)) } }
    for _ in 0..<3 { await Task.yield() }
    // No machine runs with this proxy.
    proxy.cancel()
    for sender in senders {
      await #expect(throws: TransducerError.ended) { try await result(of: sender) }
    }
  }

  @Test func `senders behind the last event are released`() async throws {
    let proxy = WaitingScript.Proxy()
    let first = Task { try await proxy.send(.end(1)) }
    let second = Task { try await proxy.send(.note(2)) }
    await Task.yield()
    #expect(try await WaitingScript.run(initialState: .init(), proxy: proxy, env: log) == 1)
    try await result(of: first)
    await #expect(throws: TransducerError.ended) { try await result(of: second) }
  }

  @Test func `an event whose output throws fails its sender`() async throws {
    let proxy = WaitingScript.Proxy()
    let machine = Task { [log] in
      try await WaitingScript.run(
        initialState: .init(),
        proxy: proxy,
        env: log,
        output: Callback { _ in throw Mishap() }
      )
    }
    let sender = Task { try await proxy.send(.note(1)) }
    await #expect(throws: TransducerError.ended) { try await result(of: sender) }
    await #expect(throws: Mishap.self) { try await result(of: machine) }
  }

  @Test func `the cancellation of a sender ends its wait`() async throws {
    let proxy = WaitingScript.Proxy()
    let sender = Task { try await proxy.send(.note(1)) }
    await Task.yield()
    sender.cancel()
    await #expect(throws: CancellationError.self) { try await result(of: sender) }
    // The machine still has the event.
    let outputs = Recorder<Int>()
    let last = Task {
      try await WaitingScript.run(
        initialState: .init(),
        proxy: proxy,
        env: log,
        output: Callback { outputs.record($0) }
      )
    }
    try await proxy.send(.end(2))
    _ = try await result(of: last)
    #expect(outputs.elements == [1, 2])
  }

  @Test func `a full buffer refuses a suspending send`() async throws {
    let proxy = WaitingScript.Proxy(bufferSize: 1)
    let first = Task { try await proxy.send(.note(1)) }
    await Task.yield()
    await #expect(throws: TransducerError.droppedEvent(capacity: 1)) {
      try await proxy.send(.note(2))
    }
    proxy.cancel()
    await #expect(throws: TransducerError.ended) { try await result(of: first) }
  }

  @Test func `the output of a transducer can be the input of another`() async throws {
    let second = Doubling.Proxy()
    let outputs = Recorder<Int>()
    let doubled = Task {
      try await Doubling.run(
        initialState: .init(),
        proxy: second,
        output: Callback { outputs.record($0) }
      )
    }
    try await run([.note(1), .note(2), .end(0)], output: second.input)
    #expect(try await result(of: doubled) == 0)
    #expect(outputs.elements == [2, 4, 0])
  }

  @Test func `each error has a remedy in its text`() {
    let errors: [TransducerError] = [
      .droppedEvent(capacity: 3), .ended, .proxyAlreadyInUse, .noOutputProduced, .cancelled,
      .tooManyActionEvents(limit: 9),
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
    #expect("\(errors[0])".hasPrefix("dropped event: 3 events wait"))
  }
}

/// Ends at 0.
enum Doubling: Transducer {
  typealias Event = Int
  typealias Output = Int
  struct State: Terminable { var isTerminal = false }
  static var initialState: State { State() }
  static func update(_ state: inout State, event: Int) -> Int {
    state.isTerminal = event == 0
    return event * 2
  }
}

import StateGraphPresentation
import TestSupport
import Testing

/// A transducer without an output, and one with an output for its initial state.
enum Switch: Transducer {
  enum State: Terminable {
    case on, off
    var isTerminal: Bool { self == .off }
  }
  enum Event { case turnOff }
  static var initialState: State { .on }
  static func update(_ state: inout State, event: Event) { state = .off }
}

enum Announcing: Transducer {
  enum State: Terminable {
    case silent, loud
    var isTerminal: Bool { true }
  }
  enum Event { case nothing }
  typealias Output = String
  static var initialState: State { .loud }
  static func update(_ state: inout State, event: Event) -> String { "never" }
  static func initialOutput(initialState: State) -> String? {
    initialState == .loud ? "hello" : nil
  }
}

/// How a machine ends, and what happens to events and operations then.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct EndTests {
  private let log = Recorder<String>()

  /// An operation that records its cancellation, and then tries to send.
  private func recording(_ started: Signpost, _ ended: Signpost) -> Script.Body {
    {
      .init { log, input in
        started.send()
        await untilCancelled()
        log.record(Task.isCancelled ? "cancelled" : "not cancelled")
        do { try input.send(.note(99)) } catch {
          log.record("\(error as? TransducerError == .ended)")
        }
        ended.send()
      }
    }
  }

  @Test func `run returns the last output when the state is terminal`() async throws {
    #expect(try await run([.note(1), .end(2), .note(3)]) == 2)
    let proxy = Switch.Proxy()
    try proxy.send(.turnOff)
    try await Switch.run(initialState: .on, proxy: proxy)
  }

  @Test func `a machine that starts in a terminal state returns its initial output`() async throws {
    let outputs = Recorder<String>()
    let last = try await Announcing.run(
      initialState: .loud,
      proxy: .init(),
      output: Callback { outputs.record($0) }
    )
    #expect(last == "hello")
    #expect(outputs.elements == ["hello"])
    await #expect(throws: TransducerError.noOutputProduced) {
      try await Announcing.run(initialState: .silent, proxy: .init())
    }
    try await Switch.run(initialState: .off, proxy: .init())
  }

  @Test func `an event after the end is refused`() async throws {
    let proxy = Script.Proxy()
    try proxy.send(.end(1))
    try proxy.send(.note(2))
    let holder = Holder()
    try await Script.run(state: \Holder.state, host: holder, proxy: proxy, env: log)
    #expect(throws: TransducerError.ended) { try proxy.send(.note(3)) }
    #expect(throws: TransducerError.ended) { try proxy.input.send(.note(3)) }
    #expect(holder.state.notes == [1])
  }

  @Test func `the proxy is closed while the last output is given`() async throws {
    let proxy = Script.Proxy()
    let refusals = Recorder<TransducerError?>()
    try proxy.send(.end(1))
    try await Script.run(
      initialState: .init(),
      proxy: proxy,
      env: log,
      output: Callback { _ in
        do { try proxy.send(.note(2)) } catch { refusals.record(error as? TransducerError) }
      }
    )
    #expect(refusals.elements == [.ended])
  }

  @Test func `the last effect runs, and its events are ignored`() async throws {
    let outputs = Recorder<Int>()
    let last = try await run(
      [
        .end(1) {
          .sequence(
            .init { log -> Void in log.record("action") },
            .init { log async -> [Script.Event] in
              await Task.yield()
              log.record("suspending action")
              return [.note(2)]
            },
            .event(.note(3))
          )
        }
      ],
      log: log,
      output: Callback { outputs.record($0) }
    )
    #expect(last == 1)
    #expect(outputs.elements == [1])
    #expect(log.elements == ["action", "suspending action"])
  }

  @Test func `a terminal state cancels the operations, whose events are refused`() async throws {
    let (started, ended) = (Signpost(), Signpost())
    let proxy = Script.Proxy()
    try proxy.send(.perform(0, recording(started, ended)))
    let last = Task {
      try await Script.run(initialState: .init(), proxy: proxy, env: log)
    }
    await started.wait()
    try proxy.send(.end(1))
    #expect(try await result(of: last) == 1)
    await ended.wait()
    #expect(log.elements == ["cancelled", "true"])
  }

  @Test(arguments: [Mishap(number: 7), nil])
  func `a proxy ends its machine with its error, and cancels the operations`(error: Mishap?)
    async throws
  {
    let (started, ended) = (Signpost(), Signpost())
    let proxy = Script.Proxy()
    try proxy.send(.perform(0, recording(started, ended)))
    let machine = Task { [log] in
      try await Script.run(initialState: .init(), proxy: proxy, env: log)
    }
    await started.wait()
    proxy.cancel(with: error)
    proxy.cancel(with: Mishap(number: 8))
    await #expect { try await result(of: machine) } throws: {
      error == nil ? $0 as? TransducerError == .cancelled : $0 as? Mishap == error
    }
    await ended.wait()
    #expect(log.elements == ["cancelled", "true"])
  }

  @Test(arguments: [false, true])
  func `a CancellationError of an action ends the machine`(suspends: Bool) async throws {
    await #expect(throws: CancellationError.self) {
      try await run([
        .perform(0) {
          suspends
            ? .init { _ async throws -> [Script.Event] in throw CancellationError() }
            : .init { _ throws -> [Script.Event] in throw CancellationError() }
        },
        .end(1),
      ])
    }
  }

  @Test func `the cancellation of its task ends a machine and its operations`() async throws {
    let (started, ended) = (Signpost(), Signpost())
    let proxy = Script.Proxy()
    try proxy.send(.perform(0, recording(started, ended)))
    let machine = Task { [log] in
      try await Script.run(initialState: .init(), proxy: proxy, env: log)
    }
    await started.wait()
    machine.cancel()
    await #expect(throws: CancellationError.self) { try await result(of: machine) }
    await ended.wait()
    #expect(log.elements == ["cancelled", "true"])
  }

  @Test func `a machine that was cancelled before its start makes no transition`() async throws {
    let holder = Holder()
    let proxy = Script.Proxy()
    try proxy.send(.note(1))
    proxy.cancel()
    await #expect(throws: TransducerError.cancelled) {
      try await Script.run(state: \Holder.state, host: holder, proxy: proxy, env: log)
    }
    #expect(holder.state.notes == [])
  }

  @Test func `an operation that ignores its cancellation does not hold up the end`() async throws {
    let (started, go, ended) = (Signpost(), Signpost(), Signpost())
    let log = log
    let proxy = Script.Proxy()
    try proxy.send(
      .perform(0) {
        .init { _, input in
          started.send()
          await go.waitIgnoringCancellation()
          do { try input.send(.note(9)) } catch { log.record("\(error)") }
          ended.send()
        }
      }
    )
    let last = Task {
      try await Script.run(initialState: .init(), proxy: proxy, env: log)
    }
    await started.wait()
    try proxy.send(.end(1))
    #expect(try await result(of: last) == 1)
    go.send()
    await ended.wait()
    #expect(log.elements == ["\(TransducerError.ended)"])
  }

  @Test func `an action that ignores its cancellation does not hold up the end`() async throws {
    let (started, go) = (Signpost(), Signpost())
    let proxy = Script.Proxy()
    try proxy.send(
      .perform(0) {
        .init { _ async -> [Script.Event] in
          started.send()
          await go.waitIgnoringCancellation()
          return [.note(1)]
        }
      }
    )
    let holder = Holder()
    let machine = Task { [log] in
      try await Script.run(state: \Holder.state, host: holder, proxy: proxy, env: log)
    }
    await started.wait()
    proxy.cancel()
    await #expect(throws: TransducerError.cancelled) { try await result(of: machine) }
    go.send()
    #expect(holder.state.notes == [0])
  }

  @Test func `an output that throws ends the machine`() async throws {
    let seen = Recorder<Int>()
    await #expect(throws: Mishap.self) {
      try await run(
        [.note(1), .note(2), .end(3)],
        output: Callback { number in
          seen.record(number)
          if number == 2 { throw Mishap() }
        }
      )
    }
    #expect(seen.elements == [1, 2])
  }

  @Test func `an action that throws ends the machine`() async throws {
    await #expect(throws: Mishap.self) {
      try await run([.perform(0) { .init { _ -> Void in throw Mishap() } }, .end(1)])
    }
    await #expect(throws: Mishap.self) {
      try await run([
        .perform(0) { .init { _ async throws -> [Script.Event] in throw Mishap() } }, .end(1),
      ])
    }
  }

  @Test func `the first reason of an end counts`() async throws {
    let proxy = Script.Proxy()
    try proxy.send(.note(1))
    await #expect(throws: Mishap(number: 1)) {
      try await Script.run(
        initialState: .init(),
        proxy: proxy,
        env: log,
        output: Callback { _ in
          proxy.cancel(with: Mishap(number: 1))
          throw Mishap(number: 2)
        }
      )
    }
  }

  @Test func `a machine whose actions never end is ended by its proxy, and others run meanwhile`()
    async throws
  {
    let treadmill = Treadmill()
    let proxy = Switches.Proxy()
    try proxy.send(.flip)
    let machine = Task { try await treadmill.run(proxy) }
    defer { proxy.cancel() }
    try await result(of: Task<Void, any Error> { await treadmill.visit() })
    try proxy.send(.flip)
    proxy.cancel()
    await #expect(throws: TransducerError.cancelled) { try await result(of: machine) }
  }

  @Test func `a machine whose actions never end is ended by the cancellation of its task`()
    async throws
  {
    let treadmill = Treadmill()
    let proxy = Switches.Proxy()
    try proxy.send(.flip)
    let machine = Task { try await treadmill.run(proxy) }
    await Task.yield()
    machine.cancel()
    await #expect(throws: CancellationError.self) { try await result(of: machine) }
    proxy.cancel()
  }

  @Test func `actions whose events multiply without end are ended`() async throws {
    let proxy = Switches.Proxy()
    try proxy.send(.multiply)
    let machine = Task { try await Switches.run(initialState: .init(), proxy: proxy) }
    defer { proxy.cancel() }
    await #expect(throws: TransducerError.tooManyActionEvents(limit: 65_536)) {
      try await result(of: machine)
    }
  }
}

/// Runs an endless machine on an actor that no test needs.
private actor Treadmill {
  private var isRunning = false
  private var visitors: [CheckedContinuation<Void, Never>] = []

  func run(_ proxy: Switches.Proxy) async throws {
    isRunning = true
    for visitor in visitors { visitor.resume() }
    try await Switches.run(initialState: .init(), proxy: proxy, systemActor: self)
  }

  /// Returns when the machine has started, and has let this run.
  func visit() async {
    if !isRunning { await withCheckedContinuation { visitors.append($0) } }
  }
}

/// Its actions never end.
enum Switches: EffectTransducer {
  struct State: NonTerminal {}
  enum Event { case flip, multiply }
  static var initialState: State { State() }
  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .flip: .event(.flip)
    case .multiply: .init { _ in [.multiply, .multiply] }
    }
  }
}

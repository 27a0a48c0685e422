import StateGraphPresentation
import TestSupport
import Testing

/// Tasks that run beside a machine.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct OperationTests {
  private let log = Recorder<String>()

  @Test func `an operation sends events by its input`() async throws {
    let last = try await run([
      .perform(0) {
        .init { _, input in
          try input.send(.note(1))
          try input.send(.end(2))
        }
      }
    ])
    #expect(last == 2)
  }

  @Test func `an isolated operation runs on the machine's actor`() async throws {
    let last = try await run([
      .perform(0) {
        .init(isolatedOperation: { _, input, actor in
          MainActor.assertIsolated()
          await Task.yield()
          try input.send(.end(actor === MainActor.shared ? 1 : 2))
        })
      }
    ])
    #expect(last == 1)
  }

  @Test func `an operation replaces the running one with its id`() async throws {
    let (started, cancelled) = (Signpost(), Signpost())
    let proxy = Script.Proxy()
    try proxy.send(
      .perform(0) {
        .init(id: "search") { log, _ in
          started.send()
          await untilCancelled()
          log.record(Task.isCancelled ? "cancelled" : "not cancelled")
          cancelled.send()
          // Its end must not remove the operation that has replaced it.
          throw Mishap()
        }
      }
    )
    let last = Task {
      try await Script.run(initialState: .init(), proxy: proxy, env: log)
    }
    await started.wait()
    let secondStarted = Signpost()
    try proxy.send(
      .perform(1) {
        .init(id: "search") { log, input in
          secondStarted.send()
          await untilCancelled()
          log.record("second cancelled")
          throw Mishap()
        }
      }
    )
    await cancelled.wait()
    await secondStarted.wait()
    #expect(log.elements == ["cancelled"])
    try proxy.send(.perform(2) { .cancelTask("search") })
    try proxy.send(.end(3))
    #expect(try await result(of: last) == 3)
  }

  @Test func `an operation with another id is not replaced`() async throws {
    let (started, go) = (Signpost(), Signpost())
    let proxy = Script.Proxy()
    try proxy.send(
      .perform(0) {
        .init(id: 1) { _, input in
          started.send()
          await go.wait()
          try input.send(.end(Task.isCancelled ? 5 : 6))
        }
      }
    )
    let last = Task {
      try await Script.run(initialState: .init(), proxy: proxy, env: log)
    }
    await started.wait()
    try proxy.send(.perform(1) { .init(id: 2) { _, _ in go.send() } })
    try proxy.send(.perform(2) { .cancelTask("1") })
    #expect(try await result(of: last) == 6)
  }

  @Test func `cancelTask cancels the operation with its id`() async throws {
    let (started, cancelled) = (Signpost(), Signpost())
    let proxy = Script.Proxy()
    try proxy.send(
      .perform(0) {
        .init(id: "load") { _, input in
          started.send()
          await untilCancelled()
          cancelled.send()
          // A cancelled operation still has a machine that takes events.
          try input.send(.end(2))
        }
      }
    )
    let last = Task {
      try await Script.run(initialState: .init(), proxy: proxy, env: log)
    }
    await started.wait()
    try proxy.send(.perform(1) { .cancelTask("load") })
    await cancelled.wait()
    #expect(try await result(of: last) == 2)
  }

  @Test func `an operation that throws ends the machine with its error`() async throws {
    await #expect(throws: Mishap(number: 3)) {
      try await run([.perform(0) { .init(operation: { _, _ in throw Mishap(number: 3) }) }])
    }
  }

  @Test func `a CancellationError of an operation does not end the machine`() async throws {
    let last = try await run([
      .perform(0) {
        .sequence(
          .init(id: "a") { _, _ in throw CancellationError() },
          .init { _, input in try input.send(.end(1)) }
        )
      }
    ])
    #expect(last == 1)
  }

  @Test func `effects with a delay wait by the clock of the machine`() async throws {
    let clock = VirtualClock()
    let outputs = Recorder<Int>()
    let proxy = Script.Proxy()
    try proxy.send(.perform(0) { .event(.note(2), after: .seconds(3_600)) })
    let last = Task {
      try await Script.run(
        initialState: .init(),
        proxy: proxy,
        env: log,
        output: Callback { outputs.record($0) },
        clock: clock
      )
    }
    await clock.waitForSleeper()
    try proxy.send(
      .perform(1) { .init(after: .seconds(7_200)) { _, input in try input.send(.end(3)) } }
    )
    await clock.waitForSleeper()
    #expect(outputs.elements == [0, 1])
    clock.advance(by: .seconds(3_600))
    clock.advance(by: .seconds(3_600))
    #expect(try await result(of: last) == 3)
    #expect(Set(outputs.elements) == [0, 1, 2, 3] || outputs.elements == [0, 1, 3])
  }

  @Test func `a delayed event that is replaced never comes`() async throws {
    let clock = VirtualClock()
    let proxy = Script.Proxy()
    try proxy.send(.perform(0) { .event(.end(8), id: "rest", after: .seconds(1)) })
    let last = Task {
      try await Script.run(initialState: .init(), proxy: proxy, env: log, clock: clock)
    }
    await clock.waitForSleeper()
    try proxy.send(.perform(1) { .event(.end(9), id: "rest", after: .seconds(2)) })
    await clock.waitForSleeper()
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(try await result(of: last) == 9)
  }
}

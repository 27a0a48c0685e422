import StateGraphPresentation
import TestSupport
import Testing

/// In which order a machine processes events, outputs and effects.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct OrderTests {
  @Test func `events from outside are processed first in, first out`() async throws {
    let outputs = Recorder<Int>()
    try await run(
      (0..<100).map { .note($0) } + [.end(100)],
      output: Callback { outputs.record($0) }
    )
    #expect(outputs.elements == Array(0...100))
  }

  @Test func `the events of an action are processed in the written order`() async throws {
    let outputs = Recorder<Int>()
    try await run(
      [.perform(0) { .init { _ in [.note(1), .note(2), .note(3)] } }, .end(4)],
      output: Callback { outputs.record($0) }
    )
    #expect(outputs.elements == [0, 1, 2, 3, 4])
  }

  @Test func `the events of actions are processed depth first and before those from outside`()
    async throws
  {
    let outputs = Recorder<Int>()
    try await run(
      [
        .perform(0) {
          .init { _ in
            [
              .perform(1) { .init { _ in [.note(2), .note(3)] } }, .perform(4) { .event(.note(5)) },
            ]
          }
        },
        .note(6), .end(7),
      ],
      output: Callback { outputs.record($0) }
    )
    #expect(outputs.elements == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `a sequence runs all its actions, and then their events, in the written order`()
    async throws
  {
    let log = Recorder<String>()
    try await run(
      [
        .perform(0) {
          .sequence(
            .init { log in
              log.record("first")
              return [.note(1), .note(2)]
            },
            .event(.note(3)),
            .sequence(.init { log -> Void in log.record("second") }, .event(.note(4)))
          )
        },
        .end(5),
      ],
      log: log,
      output: Callback { log.record("\($0)") }
    )
    #expect(log.elements == ["0", "first", "second", "1", "2", "3", "4", "5"])
  }

  @Test func `update comes before the output, and the output before the effect`() async throws {
    let log = Recorder<String>()
    let holder = Holder()
    let proxy = Script.Proxy()
    try proxy.send(.perform(1) { .init { log -> Void in log.record("effect") } })
    try proxy.send(.end(2))
    try await Script.run(
      state: \Holder.state,
      host: holder,
      proxy: proxy,
      env: log,
      output: Callback { log.record("output \($0) of \(holder.state.notes)") }
    )
    #expect(log.elements == ["output 1 of [1]", "effect", "output 2 of [1, 2]"])
  }

  @Test func `an action that suspends holds back the events from outside`() async throws {
    let outputs = Recorder<Int>()
    let (started, go) = (Signpost(), Signpost())
    let proxy = Script.Proxy()
    try proxy.send(
      .perform(0) {
        .init { _ async in
          started.send()
          await go.wait()
          return [.note(1), .note(2)]
        }
      }
    )
    let last = Task {
      try await Script.run(
        initialState: .init(),
        proxy: proxy,
        env: Recorder(),
        output: Callback { outputs.record($0) }
      )
    }
    await started.wait()
    try proxy.send(.end(3))
    #expect(outputs.elements == [0])
    go.send()
    #expect(try await result(of: last) == 3)
    #expect(outputs.elements == [0, 1, 2, 3])
  }

  @Test func `a machine that lets others run between its transitions loses no event`() async throws
  {
    let outputs = Recorder<Int>()
    let proxy = Script.Proxy(bufferSize: 3_001)
    for number in 0..<3_000 {
      // Each third event has an action, so that turns end between events of both kinds.
      try proxy.send(
        number % 3 == 0
          ? .perform(number) { .init { _ in [.note(number), .note(number)] } } : .note(number)
      )
    }
    try proxy.send(.end(-1))
    try await Script.run(
      initialState: .init(),
      proxy: proxy,
      env: Recorder(),
      output: Callback { outputs.record($0) }
    )
    let expected = (0..<3_000).flatMap { Array(repeating: $0, count: $0 % 3 == 0 ? 3 : 1) }
    #expect(outputs.elements == expected + [-1])
  }

  @Test func `an effect after an output that suspends is performed once, in its order`()
    async throws
  {
    let log = Recorder<String>()
    try await run(
      [
        .perform(0) {
          .init { log in
            log.record("action")
            return [.note(1), .note(2)]
          }
        }, .end(3) { .init { log -> Void in log.record("last action") } },
      ],
      log: log,
      output: Callback { number async in
        await Task.yield()
        log.record("\(number)")
      }
    )
    #expect(log.elements == ["0", "action", "1", "2", "3", "last action"])
  }

  @Test func `actions of every kind give their events`() async throws {
    let outputs = Recorder<Int>()
    try await run(
      [
        .perform(0) { .init(action: { _ in .note(1) }) },
        .perform(2) { .init(action: { _ async in .note(3) }) },
        .perform(4) { .init(isolatedAction: { _, _ in .note(5) }) },
        .perform(6) { .init(isolatedAction: { _, _ in [.note(7), .note(8)] }) },
        .perform(9) {
          .init(isolatedAction: { _, actor async in
            await Task.yield()
            MainActor.assertIsolated()
            return .note(actor === MainActor.shared ? 10 : 0)
          })
        },
        .end(11),
      ],
      output: Callback { outputs.record($0) }
    )
    #expect(outputs.elements == Array(0...11))
  }
}

/// Has a machine's state in a property.
@MainActor
final class Holder {
  nonisolated(unsafe) var state = Script.State()
}

import StateGraphPresentation
import TestSupport
import Testing

@MainActor
@Suite struct TransducerTesterTests {
  private let failures = Recorder<TransducerTester<Script>.Failure>()
  private var messages: [String] { failures.elements.map(\.message) }

  private func tester() -> TransducerTester<Script> {
    TransducerTester(env: Recorder()) { [failures] in failures.record($0) }
  }

  @Test func `a test that expects what happens has no failure`() async {
    let tester = tester()
    await tester.send(.perform(1) { .init { _ in [.note(2), .note(3)] } })
    #expect(tester.state.notes == [1, 2, 3])
    await tester.expectOutput(1)
    await tester.expectOutput { $0 == 2 }
    await tester.expectOutput(3)
    tester.finish()
    #expect(messages == [])
  }

  @Test func `an output that was not expected is a failure at its place`() async {
    let tester = tester()
    await tester.send(.note(1))
    let line = #line + 1
    await tester.send(.note(2))
    await tester.expectOutput(3)
    await tester.expectOutput(3)
    tester.finish()
    #expect(
      messages == ["the output 1 was not expected", "the output was 2", "there is no output"]
    )
    #expect(failures.elements.allSatisfy { $0.fileID == #fileID })
    #expect(failures.elements[0].line == line)
  }

  @Test func `an operation that is left running is a failure`() async {
    let tester = tester()
    await tester.send(.perform(1) { .init(id: "load") { _, _ in } })
    await tester.expectOutput(1)
    tester.finish()
    #expect(messages == ["the operation load is still running"])
  }

  @Test func `a tester that is released reports what is left`() async {
    var tester: TransducerTester? = tester()
    await tester?.send(.perform(1) { .init { _, _ in } })
    tester = nil
    #expect(
      messages == [
        "the output 1 was not expected", "the operation without an id is still running",
      ]
    )
  }

  @Test func `an operation runs when the test wants it, without its delay`() async {
    let tester = tester()
    await tester.send(
      .perform(1) {
        .init(id: "load", after: .seconds(3_600)) { _, input in
          try input.send(.note(2))
          try input.send(.perform(3) { .event(.note(4)) })
        }
      }
    )
    await tester.expectOutput(1)
    #expect(tester.state.notes == [1])
    await tester.runOperation("load")
    #expect(tester.state.notes == [1, 2, 3, 4])
    for number in [2, 3, 4] { await tester.expectOutput(number) }
    await tester.runOperation()
    tester.finish()
    #expect(messages == ["no operation is running"])
  }

  @Test func `an operation whose sends wait for the machine runs to its end`() async {
    let tester = TransducerTester<Chatty> { _ in }
    await tester.send(.start)
    await tester.runOperation()
    #expect(tester.state.count == 3)
    tester.finish()
  }

  @Test func `replaced and cancelled operations are not left`() async {
    let tester = tester()
    await tester.send(.perform(1) { .init(id: "a") { _, _ in } })
    await tester.expectOutput(1)
    await tester.send(.perform(2) { .init(id: "a") { _, input in try input.send(.note(9)) } })
    await tester.expectOutput(2)
    await tester.runOperation("a")
    await tester.expectOutput(9)
    await tester.send(.perform(3) { .init(id: "b") { _, _ in } })
    await tester.expectOutput(3)
    await tester.send(.perform(4) { .cancelTask("b") })
    await tester.expectOutput(4)
    tester.finish()
    #expect(messages == [])
  }

  @Test func `an event after the end is a failure`() async {
    let tester = tester()
    await tester.send(.end(1))
    await tester.expectOutput(1)
    await tester.send(.note(2))
    #expect(messages == ["the machine has ended before the event note(2)"])
    #expect(tester.state.notes == [1])
  }

  @Test func `an error of an action or of an operation is a failure`() async {
    let first = tester()
    await first.send(.perform(1) { .init { _ -> Void in throw Mishap() } })
    await first.expectOutput(1)
    let second = tester()
    await second.send(.perform(2) { .init(operation: { _, _ in throw Mishap() }) })
    await second.expectOutput(2)
    await second.runOperation()
    #expect(
      messages == Array(repeating: "the machine ended with the error Mishap(number: 0)", count: 2)
    )
  }
}

/// Its operation waits for the machine after each event.
private enum Chatty: EffectTransducer {
  typealias Proxy = SyncSuspendingProxy<Event>
  enum Event { case start, count }
  struct State: NonTerminal { var count = 0 }
  static var initialState: State { State() }
  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .start: return .init { _, input in for _ in 0..<3 { try await input.send(.count) } }
    case .count:
      state.count += 1
      return nil
    }
  }
}

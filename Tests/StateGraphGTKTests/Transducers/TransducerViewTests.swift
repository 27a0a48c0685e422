#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import TestSupport
import Testing

private enum Steps: EffectTransducer {
  typealias Output = Int
  /// Receives the errors of events that an operation has sent after its cancellation.
  typealias Env = AsyncStream<TransducerError?>.Continuation

  enum State: Terminable, Equatable {
    case at(Int), over
    var isTerminal: Bool { self == .over }
  }
  enum Event { case step, later, wait, end }
  static var initialState: State { .at(0) }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Int) {
    guard case .at(let step) = state else { return (nil, -1) }
    switch event {
    case .step: state = .at(step + 1)
    case .later: return (.event(.step, after: .seconds(60)), step)
    case .wait: return (.init(operation: waitAndStep), step)
    case .end: state = .over
    }
    return (nil, step + 1)
  }

  @Sendable private static func waitAndStep(_ refusals: Env, _ input: Input) async throws {
    // The operation sleeps until it is cancelled.
    try? await Task.sleep(for: .seconds(3_600))
    do { try input.send(.step) } catch { refusals.yield(error as? TransducerError) }
  }
}

@MainActor
private final class Model {
  let state = Stored(wrappedValue: Steps.initialState)
  let proxy = Stored<Steps.Proxy?>(wrappedValue: nil)
  let isShown = Stored(wrappedValue: true)
  var outputs: [Int] = []
  var ends: [String] = []
  let clock = VirtualClock()
  let (refusals, refused) = AsyncStream.makeStream(of: TransducerError?.self)

  /// Waits until a machine has ended, which no widget shows, and then until the main loop is idle, so
  /// that a test sees what must not follow.
  func waitForEnd() async {
    let deadline = TestDeadline()
    while ends.isEmpty, !deadline.hasPassed { await Task.yield() }
    await MainLoop.waitUntilIdle()
  }
}

private struct StepsView: View {
  let model: Model
  var body: some View {
    VStack {
      if model.isShown.wrappedValue {
        TransducerView(
          of: Steps.self,
          initialState: model.state.binding,
          proxy: model.proxy.wrappedValue,
          env: model.refused,
          output: Callback<Int> { value in model.outputs.append(value) },
          completion: Completion<Int> { model.ends.append("\($0)") },
          clock: model.clock
        ) { state, input in
          Text("\(state)")
          Button("Step") { try? input.send(.step) }
          Button("Later") { try? input.send(.later) }
          Button("Wait") { try? input.send(.wait) }
          Button("End") { try? input.send(.end) }
        }
      }
    }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct TransducerViewTests {
  private let model = Model()

  @Test func `the machine runs while its view is shown, and is cancelled with it`() async {
    let window = TestWindow { StepsView(model: model) }
    window.press("Step")
    await window.until { window.texts == ["at(1)"] }
    #expect(model.outputs == [1])
    model.isShown.wrappedValue = false
    await window.until { window.texts == [] }
    await model.waitForEnd()
    #expect(model.ends.count == 1)
    #expect(model.ends[0].contains("cancelled"))
  }

  @Test func `the end of a view cancels the operations, whose later events are refused`() async {
    let window = TestWindow { StepsView(model: model) }
    window.press("Wait")
    window.press("Step")
    await window.until { window.texts == ["at(1)"] }
    model.isShown.wrappedValue = false
    var refusals = model.refusals.makeAsyncIterator()
    #expect(await refusals.next() == .some(.ended))
    #expect(model.state.wrappedValue == .at(1))
    #expect(model.outputs == [0, 1])
  }

  @Test func `a view that is shown again begins with the state of the binding`() async {
    let window = TestWindow { StepsView(model: model) }
    window.press("Step")
    await window.until { window.texts == ["at(1)"] }
    model.isShown.wrappedValue = false
    await MainLoop.waitUntilIdle()
    model.isShown.wrappedValue = true
    await window.until { window.texts == ["at(1)"] }
    window.press("Step")
    await window.until { window.texts == ["at(2)"] }
  }

  @Test func `a new proxy cancels the machine and starts from the initial state`() async {
    let window = TestWindow { StepsView(model: model) }
    window.press("Step")
    await window.until { window.texts == ["at(1)"] }
    let proxy = Steps.Proxy()
    model.proxy.wrappedValue = proxy
    await window.until { window.texts == ["at(0)"] }
    await model.waitForEnd()
    #expect(model.ends.count == 1)
    try? proxy.send(.step)
    await window.until { window.texts == ["at(1)"] }
    // A second assignment of the same proxy starts no machine.
    model.proxy.wrappedValue = proxy
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["at(1)"])
    #expect(model.ends.count == 1)
  }

  @Test func `a terminal state ends the machine, and later events do nothing`() async {
    let window = TestWindow { StepsView(model: model) }
    window.press("End")
    await window.until { window.texts == ["over"] }
    window.press("Step")
    await model.waitForEnd()
    #expect(window.texts == ["over"])
    #expect(model.ends == ["success(1)"])
  }

  @Test func `a delay of an effect goes by the clock of the view`() async {
    let window = TestWindow { StepsView(model: model) }
    window.press("Later")
    await model.clock.waitForSleeper()
    #expect(window.texts == ["at(0)"])
    model.clock.advance(by: .seconds(60))
    await window.until { window.texts == ["at(1)"] }
  }

  @Test func `many events of one turn are one change of the window`() async {
    let window = TestWindow { StepsView(model: model) }
    await MainLoop.waitUntilIdle()
    let before = WidgetHandle.propertyChanges
    for _ in 0..<100 { window.press("Step") }
    await window.until { window.texts == ["at(100)"] }
    #expect(model.outputs == Array(1...100))
    #expect(WidgetHandle.propertyChanges - before == 1)
  }
}

#endif

import Observation
import StateGraph
import StateGraphPresentation
import TestSupport
import Testing

private enum Lamp: EffectTransducer {
  enum State: Terminable, Equatable {
    case off, on(Int), broken
    var isTerminal: Bool { self == .broken }
  }
  enum Event { case press, nothing, smash, operate }
  struct Env: Sendable {
    var started = Signpost()
    var cancelled = Signpost()
    /// The errors of events that an operation has sent after its cancellation.
    var refusals = Recorder<TransducerError?>()
  }
  static var initialState: State { .off }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch (state, event) {
    case (.off, .press): state = .on(1)
    case (.on(let count), .press): state = .on(count + 1)
    case (_, .smash): state = .broken
    case (_, .operate):
      return .init(operation: { env, input in
        env.started.send()
        await untilCancelled()
        do { try input.send(.press) } catch { env.refusals.record(error as? TransducerError) }
        if Task.isCancelled { env.cancelled.send() }
      })
    default: break
    }
    return nil
  }
}

/// Waits until a machine has processed all that was sent before.
@MainActor
private func finish(_ model: ObservableTransducer<Lamp>, _ completed: Signpost) async {
  model.send(.smash)
  await completed.wait()
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ObservableTransducerTests {
  private let completed = Signpost()
  private let env = Lamp.Env()

  private func model(
    _ initialState: Lamp.State? = nil,
    completion: @escaping (Result<Void, any Error>) -> Void = { _ in }
  ) -> ObservableTransducer<Lamp> {
    ObservableTransducer(
      initialState: initialState,
      env: env,
      completion: Completion { [completed] result in
        completion(result)
        completed.send()
      }
    )
  }

  @Test func `the state is that of the machine`() async {
    let model = model()
    #expect(model.state == .off)
    model.send(.press)
    await finish(model, completed)
    #expect(model.state == .broken)
    #expect(self.model(.on(4)).state == .on(4))
  }

  @Test func `a computed node and an observer follow the state`() async {
    let model = model()
    let node = model.stateNode
    let isOn = Computed<Bool> { _ in node.wrappedValue != .off }
    let seen = Recorder<Lamp.State>()
    let subscription = withGraphTracking { node.onChange { seen.record($0) } }
    #expect(!isOn.wrappedValue)
    model.send(.press)
    model.send(.press)
    await finish(model, completed)
    #expect(isOn.wrappedValue)
    #expect(seen.elements == [.off, .on(1), .on(2), .broken])
    subscription.cancel()
  }

  @Test func `a transition to an equal state is no change`() async {
    let model = model()
    let seen = Recorder<Lamp.State>()
    let subscription = withGraphTracking { model.stateNode.onChange { seen.record($0) } }
    model.send(.nothing)
    model.send(.nothing)
    await finish(model, completed)
    #expect(seen.elements == [.off, .broken])
    subscription.cancel()
  }

  @Test func `Swift's Observation follows the state`() async {
    let model = model()
    let changes = Recorder<Void>()
    withObservationTracking {
      _ = model.state
    } onChange: {
      changes.record(())
    }
    model.send(.press)
    await finish(model, completed)
    #expect(changes.elements.count == 1)
  }

  @Test func `the release cancels the machine and its operations, whose later events are refused`()
    async throws
  {
    let results = Recorder<TransducerError?>()
    var model: ObservableTransducer<Lamp>? = model {
      if case .failure(let error) = $0 { results.record(error as? TransducerError) }
    }
    let proxy = model?.proxy
    model?.send(.operate)
    await env.started.wait()
    model = nil
    // Without this requirement, the test would wait for ever for a machine that does not end.
    try #require(throws: TransducerError.ended) { try proxy?.send(.press) }
    await env.cancelled.wait()
    await completed.wait()
    #expect(env.refusals.elements == [.ended])
    #expect(results.elements == [.cancelled])
  }

  /// Starts a machine whose output suspends until it is cancelled, and ends it by `end`. Returns
  /// what the output and the completion have recorded.
  private func events(
    endingBy end: (inout ObservableTransducer<Doubling>?) -> Void
  ) async throws -> [String] {
    let (log, started, done) = (Recorder<String>(), Signpost(), Signpost())
    var model: ObservableTransducer<Doubling>? = ObservableTransducer(
      output: Callback { _ in
        started.send()
        // Only a cancellation ends the wait, so the test would hang without one.
        do { try await Task.sleep(for: .seconds(86_400)) } catch {
          log.record("output: \(error is CancellationError)")
          throw error
        }
      },
      completion: Completion { result in
        if case .failure(let error) = result {
          log.record("\(error as? TransducerError == .cancelled)")
        }
        done.send()
      }
    )
    try model?.proxy.send(1)
    await started.wait()
    end(&model)
    await done.wait()
    return log.elements
  }

  @Test func `the release cancels an output that is suspended`() async throws {
    #expect(try await events { $0 = nil } == ["output: true", "true"])
  }

  @Test func `cancel cancels an output that is suspended`() async throws {
    #expect(try await events { $0?.cancel() } == ["output: true", "true"])
  }

  @Test func `isRunning is false from the cancellation on`() async {
    let model = model()
    #expect(model.isRunning)
    model.cancel()
    #expect(!model.isRunning)
    await completed.wait()
    #expect(!model.isRunning)
  }

  @Test func `isRunning is false from the end on`() async {
    let model = model(.on(1))
    #expect(model.isRunning)
    await finish(model, completed)
    #expect(!model.isRunning)
  }

  @Test func `the release before the first event ends the machine`() async throws {
    var model: ObservableTransducer<Lamp>? = model()
    let proxy = model?.proxy
    model = nil
    try #require(throws: TransducerError.ended) { try proxy?.send(.press) }
    await completed.wait()
  }

  @Test func `cancel ends the machine with an error, and keeps the last state`() async {
    let results = Recorder<Mishap?>()
    let model = model(.on(3)) {
      if case .failure(let error) = $0 { results.record(error as? Mishap) }
    }
    model.cancel(with: Mishap(number: 5))
    await completed.wait()
    #expect(results.elements == [Mishap(number: 5)])
    #expect(model.state == .on(3))
  }

  @Test func `send drops an event after the end`() async {
    let model = model()
    await finish(model, completed)
    model.send(.press)
    #expect(model.state == .broken)
  }

  @Test func `outputs arrive on the main actor`() async {
    let outputs = Recorder<Int>()
    let done = Signpost()
    let model = ObservableTransducer<Doubling>(
      output: Callback { number in
        MainActor.assertIsolated()
        outputs.record(number)
      },
      completion: Completion { _ in done.send() }
    )
    for number in [1, 2, 0] { model.send(number) }
    await done.wait()
    #expect(outputs.elements == [2, 4, 0])
  }

  @Test func `a machine can keep its state in storage of its owner`() async throws {
    struct Boxed: Storage {
      final class Box { var value = Script.State() }
      let box = Box()
      var value: Script.State {
        get { box.value }
        nonmutating set { box.value = newValue }
      }
    }
    let storage = Boxed()
    let proxy = Script.Proxy()
    try proxy.send(.note(1))
    try proxy.send(.end(2))
    try await Script.run(storage: storage, proxy: proxy, env: Recorder())
    #expect(storage.value.notes == [1, 2])
  }
}

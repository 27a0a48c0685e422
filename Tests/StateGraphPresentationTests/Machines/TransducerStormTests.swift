import StateGraphPresentation
import TestSupport
import Testing

private enum Counting: EffectTransducer {
  enum Event: Sendable { case add, operate, forget }
  struct State: NonTerminal, Sendable { var count = 0 }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .add: state.count += 1
    case .operate:
      return .init(id: state.count % 3) { _, input in
        for _ in 0..<3 { try input.send(.add) }
        await untilCancelled()
      }
    case .forget: return .sequence(.cancelTask(state.count % 3), .event(.add))
    }
    return nil
  }
}

/// Its senders wait, and everything that runs for it holds its environment.
private enum Guarding: EffectTransducer {
  typealias Env = Witness
  typealias Proxy = SyncSuspendingProxy<Event>
  enum Event: Sendable { case add, act, operate(Int), forget(Int) }
  struct State: NonTerminal, Sendable { var count = 0 }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .add:
      state.count += 1
      return nil
    case .act:
      return .init { witness -> [Event] in
        await Task.yield()
        return withExtendedLifetime(witness) { [.add] }
      }
    case .operate(let id):
      return .init(id: id) { witness, input in
        try await input.send(.add)
        await untilCancelled()
        withExtendedLifetime(witness) {}
      }
    case .forget(let id): return .cancelTask(id)
    }
  }
}

/// An object that may be gone.
private struct Weak<Object: AnyObject & Sendable>: Sendable {
  weak let object: Object?
}

/// Counts the objects of a machine that are alive.
private final class Witness: Sendable {
  let ended: Signpost
  init(_ ended: Signpost) { self.ended = ended }
  deinit { ended.send() }
}

/// Many senders, and an end at any time.
@Suite(.timeLimit(.minutes(20))) struct TransducerStormTests {
  @Test(arguments: TestSeed.seeds(20, includesCurrent: true))
  func `8 senders and a random end leave no machine and no operation`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let released = Signpost()
    let sends = Int.random(in: 1...200, using: &random)
    let end = Int.random(in: 0..<3, using: &random)
    let delay = Int.random(in: 0..<50, using: &random)
    await storm(Witness(released), sends: sends, end: end, delay: delay, seed: seed)
    // The machine, its task and its operations are gone: the completion was theirs.
    await released.wait()
  }

  @MainActor
  private func storm(_ witness: Witness, sends: Int, end: Int, delay: Int, seed: UInt64) async {
    let completed = Signpost()
    let proxy = Counting.Proxy(bufferSize: 64)
    var model: ObservableTransducer<Counting>? = ObservableTransducer(
      proxy: proxy,
      completion: Completion { [witness] _ in
        _ = witness
        completed.send()
      }
    )
    let accepted = await withTaskGroup(of: Int.self) { group in
      for sender in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: seed &+ UInt64(sender))
          var accepted = 0
          for _ in 0..<sends {
            let event: Counting.Event =
              [.add, .add, .operate, .forget]
              .randomElement(using: &random) ?? .add
            if (try? proxy.send(event)) != nil { accepted += 1 }
            if Int.random(in: 0..<16, using: &random) == 0 { await Task.yield() }
          }
          return accepted
        }
      }
      for _ in 0..<delay { await Task.yield() }
      switch end {
      case 0: proxy.cancel()
      case 1: model?.cancel(with: Mishap())
      default: model = nil
      }
      var sum = 0
      for await count in group { sum += count }
      return sum
    }
    await completed.wait()
    #expect(accepted <= 8 * sends)
    #expect(throws: TransducerError.ended) { try proxy.send(.add) }
    model = nil
  }

  @Test(arguments: TestSeed.seeds(20, includesCurrent: true))
  func `8 senders and operations that are cancelled at random leave nothing behind`(seed: UInt64)
    async throws
  {
    let released = Signpost()
    let channel = await stormWithCancellations(Witness(released), seed: seed)
    await released.wait()
    // The last task releases its objects shortly after its end.
    let deadline = TestDeadline()
    while channel.object != nil, !deadline.hasPassed { await Task.yield() }
    #expect(channel.object == nil)
  }

  @MainActor
  private func stormWithCancellations(
    _ witness: Witness,
    seed: UInt64
  ) async -> Weak<EventChannel<Guarding.Event>> {
    var random = SeededRandom(seed: seed)
    let completed = Signpost()
    let proxy = Guarding.Proxy(bufferSize: 8)
    var model: ObservableTransducer<Guarding>? = ObservableTransducer(
      proxy: proxy,
      env: witness,
      completion: Completion { _ in completed.send() }
    )
    let senders = (0..<8).map { sender in
      Task.detached {
        var random = SeededRandom(seed: seed &+ UInt64(sender))
        for _ in 0..<50 {
          let event: Guarding.Event =
            [.add, .act, .operate(sender % 3), .forget(sender % 3)]
            .randomElement(using: &random) ?? .add
          try? await proxy.send(event)
        }
      }
    }
    for sender in senders.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)) {
      for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
      sender.cancel()
    }
    if Bool.random(using: &random) { model?.cancel() } else { model = nil }
    await completed.wait()
    model = nil
    for sender in senders { await sender.value }
    return Weak(object: proxy.channel)
  }

  @Test(arguments: TestSeed.seeds(10))
  @MainActor
  func `every suspending send of 8 senders returns, whenever the machine ends`(seed: UInt64)
    async throws
  {
    var random = SeededRandom(seed: seed)
    let proxy = WaitingScript.Proxy(bufferSize: 4)
    let last = Int.random(in: 1...100, using: &random)
    let outputs = Recorder<Int>()
    let machine = Task {
      try await WaitingScript.run(
        initialState: .init(),
        proxy: proxy,
        env: Recorder(),
        output: Callback { outputs.record($0) }
      )
    }
    let done = await withTaskGroup(of: Int.self) { group in
      for sender in 0..<8 {
        group.addTask {
          var done = 0
          for number in 0..<50 {
            let event: WaitingScript.Event =
              sender == 0 && number == last / 2 ? .end(0) : .chain(2)
            if (try? await proxy.send(event)) != nil { done += 1 }
          }
          return done
        }
      }
      var sum = 0
      for await count in group { sum += count }
      return sum
    }
    // The full buffer may have refused the event that ends the machine.
    proxy.cancel()
    _ = try? await machine.value
    // A send that returned has had all its outputs.
    #expect(outputs.elements.count >= (done - 1) * 3)
  }
}

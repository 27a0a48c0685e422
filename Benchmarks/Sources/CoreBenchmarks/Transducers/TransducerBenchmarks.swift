import Dispatch
import Measurement
import StateGraphPresentation

/// Measures a transition of a machine, for each way in which an event can reach the machine.
enum TransducerBenchmarks {
  private static let count = 100_000
  private static let suspendingCount = 10_000
  /// The bar in nanoseconds for one transition.
  private static let bar = 200.0
  private static let suspendingBar = 4_000.0

  static func run() {
    checkAllocations()
    print(Measurement.header("one transition", ratio: "bar"))
    let rows = [
      measure("by an event of the previous effect") { _ in
        let proxy = EventTreadmill.Proxy()
        try proxy.send(.next)
        try await EventTreadmill.run(initialState: .init(count: count), proxy: proxy)
      },
      measure("by an event of the previous action") { _ in
        let proxy = ActionTreadmill.Proxy()
        try proxy.send(.next)
        try await ActionTreadmill.run(initialState: .init(count: count), proxy: proxy)
      },
    ]
    for row in rows { print(row.row(note: verdict(row, bar))) }
    let outputs = Tally()
    let output = measure("by an action, with an output to a closure") { _ in
      let proxy = CountingTreadmill.Proxy()
      try proxy.send(.next)
      try await CountingTreadmill.run(
        initialState: .init(count: count),
        proxy: proxy,
        output: Callback { outputs.last = $0 }
      )
    }
    precondition(outputs.last == 0, "The output did not see the last state.")
    print(output.row(note: verdict(output, bar)))
    let buffered = measure("through the buffer, 1,000 at a time, with the sends") { _ in
      let proxy = Basin.Proxy()
      try proxy.send(.fill)
      try await Basin.run(initialState: .init(count: count), proxy: proxy, env: proxy.input)
    }
    print(buffered.row(note: verdict(buffered, bar)))
    let suspending = measure("with a sender that waits", operations: suspendingCount) { _ in
      let proxy = Countdown.Proxy()
      let sender = Task { for _ in 0..<suspendingCount { try await proxy.send(.next) } }
      try await Countdown.run(initialState: .init(count: suspendingCount), proxy: proxy)
      try await sender.value
    }
    print(suspending.row(note: verdict(suspending, suspendingBar)))
  }

  private static func verdict(_ row: Measurement, _ bar: Double) -> String {
    "\(row.median <= bar ? "met" : "missed"): \(timeText(bar))"
  }

  private static func measure(
    _ name: String,
    operations: Int = count,
    _ body: @escaping @Sendable (isolated MachineActor) async throws -> Void
  ) -> Measurement {
    let actor = MachineActor()
    return Measurement(name, operations: operations, rounds: 21) { actor.waitFor(body) }
  }

  /// Checks that 10,000 transitions without an effect allocate nothing.
  ///
  /// A machine yields after 1,024 transitions and can then change its thread, and allocations are
  /// counted for each thread. Therefore the first and the last event of each 1,024 events read the
  /// count.
  private static func checkAllocations() {
    let stretches = 11
    let length = 1_024
    MachineActor().waitFor { _ in
      let proxy = Allocating.Proxy(bufferSize: stretches * length + 1)
      for _ in 0..<stretches {
        try proxy.send(.read)
        for _ in 2..<length { try proxy.send(.next) }
        try proxy.send(.read)
      }
      try proxy.send(.end)
      var counts: [Int] = []
      counts.reserveCapacity(2 * stretches)
      try await Allocating.run(
        initialState: .init(),
        proxy: proxy,
        output: Callback { isRead in
          if isRead { counts.append(Allocations.count) }
        }
      )
      precondition(counts.count == 2 * stretches)
      // The first stretch also allocates what the process needs only once.
      let allocated = (1..<stretches).map { counts[2 * $0 + 1] - counts[2 * $0] }
      precondition(
        allocated.allSatisfy { $0 == 0 },
        "Allocations in 1,024 transitions without an effect: \(allocated)"
      )
    }
  }
}

/// The actor of the machines.
private actor MachineActor {
  /// Blocks this thread until `body` has returned.
  nonisolated func waitFor(
    _ body: @escaping @Sendable (isolated MachineActor) async throws -> Void
  ) {
    let done = DispatchSemaphore(value: 0)
    Task {
      do { try await body(self) } catch { preconditionFailure("A machine ended: \(error)") }
      done.signal()
    }
    done.wait()
  }
}

/// A state that counts the remaining transitions.
private struct Remaining: Terminable {
  var count: Int
  var isTerminal: Bool { count <= 0 }
}

private enum Next: Sendable { case next }

/// The effect of each transition is the next event.
private enum EventTreadmill: EffectTransducer {
  typealias State = Remaining
  typealias Event = Next
  static var initialState: Remaining { Remaining(count: 0) }

  static func update(_ state: inout Remaining, event: Next) -> Self.Effect? {
    state.count -= 1
    return .event(.next)
  }
}

/// An action of each transition returns the next event.
private enum ActionTreadmill: EffectTransducer {
  typealias State = Remaining
  typealias Event = Next
  static var initialState: Remaining { Remaining(count: 0) }

  static func update(_ state: inout Remaining, event: Next) -> Self.Effect? {
    state.count -= 1
    return .init { _ in .next }
  }
}

/// The same, and each transition has an output.
private enum CountingTreadmill: EffectTransducer {
  typealias State = Remaining
  typealias Event = Next
  typealias Output = Int
  static var initialState: Remaining { Remaining(count: 0) }

  static func update(_ state: inout Remaining, event: Next) -> (Self.Effect?, Int) {
    state.count -= 1
    return (.init { _ in .next }, state.count)
  }
}

/// Each thousandth event has an effect that sends the next thousand events.
private enum Basin: EffectTransducer {
  typealias State = Remaining
  typealias Env = StateGraphPresentation.Proxy<Event>.Input
  enum Event: Sendable { case fill, drop }
  static var initialState: Remaining { Remaining(count: 0) }

  static func update(_ state: inout Remaining, event: Event) -> Self.Effect? {
    state.count -= 1
    guard event == .fill else { return nil }
    return .init { input -> Void in
      for _ in 1..<1_000 { try input.send(.drop) }
      try input.send(.fill)
    }
  }
}

/// A transducer whose senders wait until their event is processed.
private enum Countdown: Transducer {
  typealias State = Remaining
  typealias Event = Next
  typealias Proxy = SyncSuspendingProxy<Next>
  static var initialState: Remaining { Remaining(count: 0) }

  static func update(_ state: inout Remaining, event: Next) { state.count -= 1 }
}

/// The output tells whether to read the number of allocations.
private enum Allocating: EffectTransducer {
  typealias Output = Bool
  enum Event: Sendable { case next, read, end }
  struct State: Terminable {
    var count = 0
    var isTerminal = false
  }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Output) {
    state.count += 1
    state.isTerminal = event == .end
    return (nil, event == .read)
  }
}

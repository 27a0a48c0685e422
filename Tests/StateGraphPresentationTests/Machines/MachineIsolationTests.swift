import StateGraphPresentation
import Testing

/// On which actor a machine runs, and that its transitions do not overlap.
@Suite(.timeLimit(.minutes(20))) struct MachineIsolationTests {
  @Test func `update, outputs, actions and isolated operations run on the actor of the caller`()
    async throws
  {
    let places = try await Home().run()
    let expected = [
      "update", "output", "action", "update", "output", "late action", "update", "output",
      "operation", "update", "output",
    ]
    #expect(places == expected)
  }

  @Test @MainActor
  func `no transition begins before the output and the effect of the last one are done`()
    async throws
  {
    let depth = Depth()
    let proxy = Nested.Proxy(bufferSize: 2_000)
    for _ in 0..<100 { try proxy.send(.step) }
    async let senders: Void = withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<100 { try? proxy.send(.step) } }
      }
    }
    try await Nested.run(
      initialState: Nested.State(depth: depth),
      proxy: proxy,
      env: depth,
      output: Callback { _ async in
        // The machine must not take its own event before this output is done.
        try? proxy.send(.step)
        await Task.yield()
      }
    )
    await senders
    #expect(depth.maximum == 1)
    #expect(depth.now == 0)
  }
}

/// Runs a machine whose state, environment and output are not `Sendable`.
private actor Home {
  func run() async throws -> [String] {
    let guest = Guest(home: self)
    let proxy = Visit.Proxy()
    for event in [Visit.Event.act, .wait, .operate] { try proxy.send(event) }
    try await Visit.run(
      initialState: Visit.State(guest: guest),
      proxy: proxy,
      env: guest,
      output: Callback { (_: Guest) in guest.note("output") }
    )
    return guest.places
  }
}

/// Notes where it was used. It traps on another actor than that of its home.
private final class Guest {
  private let home: (any Actor)?
  private(set) var places: [String] = []

  init(home: (any Actor)?) { self.home = home }

  func note(_ place: String) {
    home?.preconditionIsolated()
    places.append(place)
  }
}

private enum Visit: EffectTransducer {
  typealias Output = Guest
  typealias Env = Guest

  enum Event { case act, wait, operate, leave }
  struct State: Terminable {
    let guest: Guest
    var isTerminal = false
  }

  static var initialState: State { State(guest: Guest(home: nil)) }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Guest) {
    state.guest.note("update")
    switch event {
    case .act: return (.init { guest -> Void in guest.note("action") }, state.guest)
    case .wait: return (.init(isolatedAction: waitAndNote), state.guest)
    case .operate: return (.init(isolatedOperation: noteAndLeave), state.guest)
    case .leave: state.isTerminal = true
    }
    return (nil, state.guest)
  }

  private static func waitAndNote(_ guest: Guest, _ actor: isolated any Actor) async -> [Event] {
    await Task.yield()
    guest.note("late action")
    return []
  }

  private static func noteAndLeave(
    _ guest: Guest,
    _ input: Input,
    _ actor: isolated any Actor
  ) async throws {
    await Task.yield()
    guest.note("operation")
    try input.send(.leave)
  }
}

/// The number of unfinished transitions, with their outputs and effects.
private final class Depth {
  private(set) var now = 0
  private(set) var maximum = 0

  func enter() {
    now += 1
    maximum = max(maximum, now)
  }

  func leave() { now -= 1 }
}

/// Its effects suspend after each transition.
private enum Nested: EffectTransducer {
  typealias Output = Int
  typealias Env = Depth

  enum Event { case step }
  struct State: Terminable {
    let depth: Depth
    var count = 0
    var isTerminal: Bool { count == 200 }
  }

  static var initialState: State { State(depth: Depth()) }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Int) {
    state.depth.enter()
    state.count += 1
    return (.init(isolatedAction: yieldAndLeave), state.count)
  }

  private static func yieldAndLeave(_ depth: Depth, _ actor: isolated any Actor) async -> [Event] {
    await Task.yield()
    depth.leave()
    return []
  }
}

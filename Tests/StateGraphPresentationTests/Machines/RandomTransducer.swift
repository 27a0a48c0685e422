import StateGraphPresentation
import TestSupport

/// The effect of a transition of a random machine.
indirect enum RandomEffect {
  case event(Int)
  case action(Int, [Int])
  case suspendingAction(Int, [Int])
  case sequence([RandomEffect])
}

/// A random table of transitions, with the history of the machine that runs it.
final class RandomMachine {
  static let eventCount = 6

  struct Row {
    let next: Int
    let output: Int
    let effect: RandomEffect?
  }

  /// The transitions by state and event.
  let rows: [[Row]]
  /// A terminal state, or nil.
  let terminal: Int?
  /// Updates, outputs and effects in their order, as numbers.
  var history: [Int] = []

  init(random: inout SeededRandom) {
    let stateCount = Int.random(in: 1...5, using: &random)
    terminal = Bool.random(using: &random) ? Int.random(in: 0..<stateCount, using: &random) : nil
    rows = (0..<stateCount).map { _ in
      (0..<Self.eventCount).map { _ in
        Row(
          next: Int.random(in: 0..<stateCount, using: &random),
          output: Int.random(in: 0..<100, using: &random),
          effect: Self.effect(depth: 2, &random)
        )
      }
    }
  }

  private static func effect(depth: Int, _ random: inout SeededRandom) -> RandomEffect? {
    func events() -> [Int] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Int.random(in: 0..<eventCount, using: &random)
      }
    }
    let number = Int.random(in: 0..<1_000, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: return .event(Int.random(in: 0..<eventCount, using: &random))
    case 4..<8: return .action(number, events())
    case 8: return .suspendingAction(number, events())
    case 9..<12 where depth > 0:
      return .sequence((0..<3).compactMap { _ in effect(depth: depth - 1, &random) })
    default: return nil
    }
  }
}

/// Runs the table of a `RandomMachine`. Events carry a level, so that the actions come to an end.
enum RandomTransducer: EffectTransducer {
  struct Event: Sendable {
    let number: Int
    let level: Int
    /// Ends the machine by an error.
    static let stop = Event(number: -1, level: 0)
  }

  struct State: Terminable {
    let machine: RandomMachine
    var place = 0
    var isTerminal: Bool { place == machine.terminal }
  }

  typealias Output = Int
  typealias Env = RandomMachine

  static var initialState: State {
    var random = SeededRandom(seed: 0)
    return State(machine: RandomMachine(random: &random))
  }

  static func update(_ state: inout State, event: Event) -> (Self.Effect?, Output) {
    if event.number < 0 { return (.init { _ -> [Event] in throw Mishap() }, -1) }
    let row = state.machine.rows[state.place][event.number]
    state.machine.history += [-1, state.place, event.number]
    state.place = row.next
    return (event.level < 3 ? row.effect.map { effect($0, event.level + 1) } : nil, row.output)
  }

  private static func effect(_ effect: RandomEffect, _ level: Int) -> Self.Effect {
    switch effect {
    case .event(let number): return .event(Event(number: number, level: level))
    case .action(let number, let events):
      return .init { machine in
        machine.history += [-3, number]
        return events.map { Event(number: $0, level: level) }
      }
    case .suspendingAction(let number, let events):
      return .init(isolatedAction: { machine, _ async -> [Event] in
        machine.history += [-3, number]
        return events.map { Event(number: $0, level: level) }
      })
    case .sequence(let effects): return .sequence(effects.map { Self.effect($0, level) })
    }
  }
}

/// The required behavior of a machine in the simplest form: a recursion without buffers, tasks or
/// actors.
struct ReferenceInterpreter {
  let machine: RandomMachine
  var history: [Int] = []
  var place = 0
  var lastOutput: Int?
  var isTerminal: Bool { place == machine.terminal }

  /// Processes an event, and then its consequences depth first.
  mutating func process(_ number: Int, level: Int = 0) {
    if isTerminal { return }
    let row = machine.rows[place][number]
    history += [-1, place, number]
    place = row.next
    history += [-2, row.output]
    lastOutput = row.output
    guard level < 3, let effect = row.effect else { return }
    for event in perform(effect) { process(event, level: level + 1) }
  }

  /// Performs an effect. Returns the events that are processed after it.
  mutating func perform(_ effect: RandomEffect) -> [Int] {
    switch effect {
    case .event(let number): return [number]
    case .action(let number, let events), .suspendingAction(let number, let events):
      history += [-3, number]
      return events
    case .sequence(let effects): return effects.flatMap { perform($0) }
    }
  }
}

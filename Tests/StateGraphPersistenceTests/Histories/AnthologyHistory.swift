import TestSupport

/// Draws the operations of one history.
///
/// Each seed first draws how often each action occurs, so that rare combinations occur often in
/// some histories.
struct AnthologyHistory {
  private var random: SeededRandom
  private var actions: [AnthologyStep.Action] = []

  static func operations(seed: UInt64, count: Int) -> [AnthologyOperation] {
    var history = AnthologyHistory(seed: seed)
    var operations: [AnthologyOperation] = []
    var stepCount = 0
    while stepCount < count {
      let operation = history.operation()
      operations.append(operation)
      stepCount += operation.stepCount
    }
    return operations
  }

  private init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for action in AnthologyStep.Action.allCases {
      let weight = [0, 1, 1, 2, 5].randomElement(using: &random) ?? 1
      actions += Array(repeating: action, count: weight)
    }
    actions += [.add, .add, .insertMany]
    self.random = random
  }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func operation(depth: Int = 0) -> AnthologyOperation {
    switch number(100) {
    case 0 where depth == 0: return .reopen
    case 1..<25 where depth < 3:
      let operations = (0...number(depth == 0 ? 7 : 3)).map { _ in operation(depth: depth + 1) }
      return .write(operations, isUndone: number(3) == 0)
    default:
      let action = actions[number(actions.count)]
      return .step(
        .init(action: action, first: number(1_000), second: number(1_000), third: number(1_000))
      )
    }
  }
}

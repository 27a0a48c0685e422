import TestSupport

/// Draws the operations of one history. Each seed first draws which operations occur and how often
/// (swarm testing), so that rare combinations are frequent in some histories.
struct RandomHistory {
  private var random: SeededRandom
  private var weights: [Int]
  private let keyCount: Int

  static func operations(seed: UInt64, count: Int) -> [Operation] {
    var history = RandomHistory(seed: seed)
    var operations: [Operation] = []
    while operations.count < count {
      operations.append(history.operation())
      if case .reopen = operations.last { operations.append(history.coldWrite()) }
    }
    return operations
  }

  private init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    weights = (0..<12).map { _ in
      Int.random(in: 0..<4, using: &random) == 0 ? 0 : Int.random(in: 1..<10, using: &random)
    }
    // Without additions there is nothing to do.
    weights[0] = max(weights[0], 4)
    keyCount = [2, 4, 40].randomElement(using: &random) ?? 4
    self.random = random
  }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func operation(depth: Int = 0) -> Operation {
    switch number(100) {
    case 0..<4 where depth == 0: return .reopen
    case 4 where depth == 0: return .observeAgain
    case 5..<27 where depth < 3: return write(depth: depth)
    default: return .change(change(inWrite: depth > 0))
    }
  }

  private mutating func write(depth: Int) -> Operation {
    let operations = (0...number(depth == 0 ? 7 : 3)).map { _ in operation(depth: depth + 1) }
    return .write(operations, fails: number(4) == 0)
  }

  /// Changes rows before they are loaded, and then loads them.
  private mutating func coldWrite() -> Operation {
    var operations: [Operation] = [
      .change(.sql(statement(), number(24), number(24), text: number(7)))
    ]
    for _ in 0..<number(3) { operations.append(operation(depth: 1)) }
    operations.append(.change(number(2) == 0 ? .look : .lookFromOutside))
    if number(2) == 0 { operations.append(.change(.look)) }
    for _ in 0..<number(3) { operations.append(operation(depth: 1)) }
    return .write(operations, fails: number(2) == 0)
  }

  private mutating func change(inWrite: Bool) -> Change {
    let kind = Kind.allCases[[0, 0, 1, 1, 1, 2, 2, 3, 4][number(9)]]
    let key = number(min(keyCount, kind.limit))
    let (slot, property, value) = (number(6), number(kind.propertyCount), number(40))
    switch pick() {
    case 0, 1:
      // An object with the identifier of an existing one replaces it. Often the identifier is free.
      return .add(
        kind,
        key,
        text: number(7),
        parents: [number(8), number(24)],
        slot: number(2) == 0 ? slot : nil
      )
    case 2, 3: return .set(kind, key, property: property, value: value)
    case 4: return .modify(kind, key, property: property, value: value)
    case 5: return .delete(kind, key)
    case 6: return .hold(kind, key, slot: slot)
    case 7: return number(3) == 0 ? .addHeld(slot: slot) : .drop(slot: slot)
    case 8: return .setHeld(slot: slot, property: property, value: value)
    case 9 where inWrite: return number(3) == 0 ? .lookFromOutside : .look
    case 10 where inWrite:
      return .undoneSavepoint(statement(), number(24), number(24), text: number(7))
    default: return .sql(statement(), number(24), number(24), text: number(7))
    }
  }

  private mutating func pick() -> Int {
    var point = number(weights.reduce(0, +))
    return weights.firstIndex { weight in
      point -= weight
      return point < 0
    } ?? 0
  }

  private mutating func statement() -> Statement {
    Statement.allCases[number(Statement.allCases.count)]
  }
}

import StateGraphSQLite

/// Accounts whose sum never changes, a ring that stays one ring, and a ledger that both follow
/// from. Whatever is lost, doubled, torn or out of order shows in one of them.
///
/// What a write does is decided by the seed and the write's number, so that a row in the ledger
/// that nobody wrote is found, too.
struct Bank {
  static let accountCount = 12
  static let ringLength = 10
  static let openingBalance = 1_000
  static let stepsPerWrite = 3

  let seed: UInt64

  /// One transfer and one turn of the ring, as the ledger has it.
  struct Step: Equatable {
    let source: Int
    let target: Int
    let amount: Int
    /// Behind this one, two members of the ring change places.
    let node: Int
    let padding: Int
  }

  /// What the write of this number does.
  func steps(ofWrite number: Int) -> [Step] {
    var random = SplitMix(seed: seed &+ UInt64(number) &* 0x1_0001)
    return (0..<Bank.stepsPerWrite).map { _ in
      let source = random.number(below: Bank.accountCount)
      return Step(
        source: source,
        target: (source + 1 + random.number(below: Bank.accountCount - 1)) % Bank.accountCount,
        amount: 1 + random.number(below: 500),
        node: random.number(below: Bank.ringLength),
        // Some writes take a page, some several.
        padding: random.number(below: 3) * 1_500
      )
    }
  }

  /// Makes one write, in one transaction.
  func write(_ number: Int, to database: Database) throws {
    try database.write {
      for (index, step) in steps(ofWrite: number).enumerated() {
        try database.execute(
          "UPDATE accounts SET balance = balance - \(step.amount) WHERE id = \(step.source)"
        )
        try database.execute(
          "UPDATE accounts SET balance = balance + \(step.amount) WHERE id = \(step.target)"
        )
        try Ring.turn(behind: step.node, in: database)
        try database.execute(
          """
          INSERT INTO ledger (number, step, source, target, amount, node, padding)
          VALUES (\(number), \(index), \(step.source), \(step.target), \(step.amount),
            \(step.node), zeroblob(\(step.padding)))
          """
        )
      }
    }
  }
}

/// SplitMix64, for what has to be the same in every process.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// Something that the library promises not to happen.
struct Violation: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

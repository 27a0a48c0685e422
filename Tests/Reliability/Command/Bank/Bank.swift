import StateGraphSQLite

/// Accounts with a constant sum, a ring that every write changes, and a ledger from which the
/// accounts and the ring can be computed. They reveal a lost, doubled, torn or misplaced write.
///
/// The seed and the number of a write determine its content, so that a check also finds a ledger
/// row that no write made.
struct Bank {
  static let accountCount = 12
  static let ringLength = 10
  static let openingBalance = 1_000
  static let stepsPerWrite = 3

  let seed: UInt64

  /// One transfer and one turn of the ring, as the ledger records it.
  struct Step: Equatable {
    let source: Int
    let target: Int
    let amount: Int
    /// The member of the ring after which two members are exchanged.
    let node: Int
    let padding: Int
  }

  /// The steps of the write with this number.
  func steps(ofWrite number: Int) -> [Step] {
    var random = SplitMix(seed: seed &+ UInt64(number) &* 0x1_0001)
    return (0..<Bank.stepsPerWrite).map { _ in
      let source = random.number(below: Bank.accountCount)
      return Step(
        source: source,
        target: (source + 1 + random.number(below: Bank.accountCount - 1)) % Bank.accountCount,
        amount: 1 + random.number(below: 500),
        node: random.number(below: Bank.ringLength),
        // Some writes need one page, some need several.
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

/// SplitMix64: random numbers that are the same in every process.
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

/// A violated guarantee of the library, or a failure of the test program.
struct Violation: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

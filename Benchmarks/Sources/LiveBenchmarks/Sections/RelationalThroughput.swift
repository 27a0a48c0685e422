import Measurement
import StateGraphPersistence

/// The benchmark "relational throughput" of Zero: 100 users with three nested queries each. Writes
/// follow each other without a pause. Each writes an activity, its account and its organization in
/// one transaction.
enum RelationalThroughput {
  static let benchmark = "throughput"
  static let userCount = 100
  static let windowSize = 50
  static let childCount = 5

  static func run(_ run: LiveRun) throws {
    run.report.begin("a write to three tables, 300 nested queries observed; N is the queries")
    let template = try run.files.make(LedgerContent.statements)
    let bare = try Database.benchmarked(run.files.copy(template))
    let effort = Effort(
      rounds: 1_000_000,
      warmUps: 20,
      limit: .seconds(run.size(3, quick: 1)),
      countedRounds: 20
    )
    let floor = try run.measure([step { try write(bare, $0) }], effort)[0]
    run.report.add(benchmark, variant: "bare write", n: 3 * userCount, floor)
    let database = try Database.benchmarked(run.files.copy(template))
    let observers = try LedgerObservers(database)
    var sustained = effort
    sustained.limit = .seconds(run.size(10, quick: 1))
    let outcome = try run.measure([step { try write(database, $0) }], sustained)[0]
    let rate = "\(Int(1e9 / mean(outcome))) writes/s"
    run.report.add(
      benchmark,
      variant: "StateGraph",
      n: 3 * userCount,
      outcome,
      to: floor,
      note: rate
    )
    try observers.check(database)
    try measurePeer(run, template)
  }

  static func mean(_ outcome: Outcome) -> Double {
    outcome.times.samples.reduce(0, +) / Double(outcome.times.samples.count)
  }

  /// The values of one transaction.
  struct Write {
    let number: Int
    var activity: Int { LedgerContent.activityCount + number }
    var account: Int { number * 7919 % LedgerContent.accountCount }
    var organization: Int { account % LedgerContent.organizationCount }
    var amount: Int { number % 100 }
    /// Consecutive balances are distant, so that accounts change places in the order of their
    /// balances.
    var balance: Int { number * 7907 % 10_009 }
  }

  static func step(_ perform: @escaping (Write) throws -> Void) -> Step {
    var number = 0
    return Step(name: "write") {
      number += 1
      try perform(Write(number: number))
    }
  }

  private static func write(_ database: Database, _ write: Write) throws {
    try database.write {
      try database.execute(
        """
        INSERT INTO activities (id, amount, account_id, organization_id)
        VALUES (\(write.activity), \(write.amount), \(write.account), \(write.organization))
        """
      )
      try database.execute(
        "UPDATE accounts SET balance = \(write.balance) WHERE id = \(write.account)"
      )
      try database.execute(
        """
        UPDATE organizations SET total = total + \(write.amount) WHERE id = \(write.organization)
        """
      )
    }
  }
}

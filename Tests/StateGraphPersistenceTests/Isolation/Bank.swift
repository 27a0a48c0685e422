import StateGraphPersistence
import TestSupport

@Entity
final class Account {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var balance: Int
}

/// Accounts with a constant total balance. A reader that sees a different total has seen half of a
/// transfer.
struct Bank: Sendable {
  static let accountCount = 8
  static let total = accountCount * 100

  let directory: TemporaryDirectory
  let database: Database
  let accounts: EntityStore<Account>
  /// The accounts are kept alive, so that each transfer changes live nodes.
  let all: [Account]
  /// The wrong totals that readers have seen.
  let wrongTotals = Recorder<String>()

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("bank.sqlite"))
    try database.execute(
      """
      CREATE TABLE accounts (
        id TEXT PRIMARY KEY NOT NULL,
        balance INTEGER NOT NULL CHECK (balance >= 0)
      ) STRICT
      """
    )
    accounts = try EntityStore<Account>(database)
    all = (0..<Bank.accountCount).map { Account(id: "\($0)", balance: 100) }
    accounts.add(all)
  }

  /// Moves money in one of the ways that a write has: by properties, by statements, by both, or
  /// through a nested write that is rolled back. Every eighth transfer is rolled back as a whole.
  func transfer(_ number: Int, by writer: Int) {
    let from = all[(number * 3 + writer) % Bank.accountCount]
    let to = all[(number * 5 + writer + 1) % Bank.accountCount]
    let amount = number % 30
    try? database.write {
      switch number % 4 {
      case 0:
        from.balance -= amount
        to.balance += amount
      case 1:
        try move(-amount, from)
        try move(amount, to)
      case 2:
        from.balance -= amount
        try? database.write {
          to.balance += 1_000
          throw Stop()
        }
        to.balance += amount
      default:
        from.balance -= amount
        try move(amount, to)
      }
      if number % 8 == 7 { throw Stop() }
    }
  }

  private func move(_ amount: Int, _ account: Account) throws {
    try database.execute(
      "UPDATE accounts SET balance = balance + \(amount) WHERE id = \(account.typedID.raw)"
    )
  }

  /// The sum is read by one statement, and so from one snapshot.
  func sumBySQL() throws -> Int {
    guard case .integer(let sum)? = try database.rows("SELECT sum(balance) FROM accounts").first?[0]
    else { return -1 }
    return Int(sum)
  }

  func check(_ sum: Int, _ how: String) {
    if sum != Bank.total { wrongTotals.record("\(how): \(sum)") }
  }
}

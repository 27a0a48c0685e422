import StateGraphSQLite

/// Writes until the log is so long that its pages are moved to the file, and on, so that the log
/// begins anew.
final class CheckpointScenario: Scenario {
  static let start = StartingFiles.longLog
  /// The first of them make the log long enough, the others come behind that.
  static let attempts = 6
  private let place: Place
  private var database: Database?

  init(_ place: Place) { self.place = place }

  func prepare() throws {
    let database = try place.open(BankMigrations.first)
    // What is in the log is found out now.
    _ = try database.rows("SELECT sum(balance) FROM accounts")
    self.database = database
  }

  func act() {
    guard let database else { return }
    for number in Self.startingWriteCount + 1..<Self.startingWriteCount + 1 + Self.attempts {
      place.attempt { try place.write(number, to: database) }
    }
  }

  func goOn() throws {
    guard let database else { return }
    let number = Self.startingWriteCount + 1 + Self.attempts
    try check(database, serves: number, in: place)
  }

  func end() { database = nil }

  func verify(_ expectation: Expectation) throws -> Set<Int> {
    try verifyBank(of: place, expectation, attempts: Self.attempts)
  }
}

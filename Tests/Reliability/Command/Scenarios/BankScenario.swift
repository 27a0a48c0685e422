import StateGraphSQLite

/// A scenario in which one database makes `attempts` writes to the bank.
protocol BankScenario: Scenario {
  static var attempts: Int { get }
  var place: Place { get }
  var database: Database? { get set }
}

extension BankScenario {
  static var attempts: Int { 1 }
  /// The numbers of the writes attempted under the faults.
  static var numbers: Range<Int> {
    startingWriteCount + 1..<startingWriteCount + 1 + attempts
  }

  func prepare() throws {}

  func goOn() throws {
    let database = try self.database ?? place.open(BankMigrations.first)
    self.database = database
    try check(database, serves: Self.numbers.upperBound, in: place)
  }

  func end() { database = nil }

  func verify(_ expectation: Expectation) throws -> Set<Int> {
    try verifyBank(of: place, expectation, attempts: Self.attempts)
  }
}

import ArgumentParser
import StateGraphSQLite

/// A use of the library, in three parts: before, during and after the faults.
protocol Scenario: AnyObject {
  /// The files at the start.
  static var start: StartingFiles { get }
  /// The number of bank writes in these files.
  static var startingWriteCount: Int { get }

  init(_ place: Place)
  /// The work before the faults.
  func prepare() throws
  /// The work under the faults. The place records its errors.
  func act()
  /// The work after the faults, with the same objects or with new ones in the same process.
  func goOn() throws
  /// Releases every object.
  func end()
  /// Checks the file with a new object, in this process or another.
  ///
  /// - Returns: The numbers of the steps that the file contains, of those that can be acknowledged.
  @discardableResult
  func verify(_ expectation: Expectation) throws -> Set<Int>
}

/// The steps that a file must contain.
enum Expectation {
  /// All acknowledged steps, and no other.
  case exactly([Int])
  /// All steps up to the last acknowledged one, and perhaps the next. Each must be whole.
  case atLeast([Int])
  /// All steps up to any point. Each must be whole.
  case anyPrefix

  /// Whether the step must be in the file.
  func requires(_ number: Int) -> Bool {
    switch self {
    case .exactly(let numbers), .atLeast(let numbers): numbers.contains(number)
    case .anyPrefix: false
    }
  }

  /// The same expectation for the writes of the bank.
  func ofBank(startingWith count: Int, attempts: Int) -> Bank.Expectation {
    let last = count + attempts
    return switch self {
    case .exactly(let numbers): .exactly(Array(1..<count + 1) + numbers)
    case .atLeast(let numbers): .through(max(numbers.max() ?? 0, count)...last)
    case .anyPrefix: .through(count...last)
    }
  }
}

enum ScenarioName: String, CaseIterable, ExpressibleByArgument {
  case create, recover, write, migrate, checkpoint, close, share
  case `import`

  /// The scenarios that run on one thread. Only in these, a fault is at the same place in each run.
  static let ofOneThread = allCases.filter { $0 != .share }

  var type: any Scenario.Type {
    switch self {
    case .create: CreateScenario.self
    case .recover: RecoverScenario.self
    case .write: WriteScenario.self
    case .migrate: MigrateScenario.self
    case .checkpoint: CheckpointScenario.self
    case .close: CloseScenario.self
    case .share: ShareScenario.self
    case .import: ImportScenario.self
    }
  }
}

extension Scenario {
  static var startingWriteCount: Int { start == .none ? 0 : StartingFiles.writeCount }

  /// Checks the bank with a new object, and returns the numbers of the writes in it.
  @discardableResult
  func verifyBank(
    of place: Place,
    _ expectation: Expectation,
    attempts: Int,
    migrations: MigrationSource? = BankMigrations.first
  ) throws -> Set<Int> {
    let database = try place.open(migrations)
    let expected = expectation.ofBank(startingWith: Self.startingWriteCount, attempts: attempts)
    let last = try place.bank.check(database, has: expected)
    try database.close()
    return Set(1..<last + 1)
  }

  /// Checks that the database that was open during the faults reads and writes afterwards.
  func check(
    _ database: Database,
    serves number: Int,
    in place: Place
  ) throws {
    let before = Array(1..<Self.startingWriteCount + 1) + place.acknowledged
    try place.bank.check(database, has: .exactly(before))
    try place.write(number, to: database)
    try place.bank.check(database, has: .exactly(before + [number]))
  }
}

import ArgumentParser
import StateGraphSQLite

/// Something that a program does with the library, cut where the faults begin and end.
protocol Scenario: AnyObject {
  /// The files that it begins with.
  static var start: StartingFiles { get }
  /// How many writes of the bank are in these.
  static var startingWriteCount: Int { get }

  init(_ place: Place)
  /// What comes before the faults.
  func prepare() throws
  /// What they happen to. What it throws is kept by the place.
  func act()
  /// The faults are gone: the same objects go on, or new ones in the same process.
  func goOn() throws
  /// Lets go of every object.
  func end()
  /// Looks at the file by a new object, in this process or another.
  ///
  /// - Returns: What of that which can be acknowledged is there.
  @discardableResult
  func verify(_ expectation: Expectation) throws -> Set<Int>
}

/// What a file has to say.
enum Expectation {
  /// Everything that was acknowledged, and nothing else.
  case exactly([Int])
  /// Everything up to the last that was acknowledged, and perhaps what came next; each whole.
  case atLeast([Int])
  /// Everything up to any point, each whole.
  case anyPrefix

  /// Whether something is there for certain.
  func requires(_ number: Int) -> Bool {
    switch self {
    case .exactly(let numbers), .atLeast(let numbers): numbers.contains(number)
    case .anyPrefix: false
    }
  }

  /// The same for the writes of the bank.
  func ofBank(startingWith count: Int, attempts: Int) -> Bank.Expectation {
    let last = count + attempts
    return switch self {
    case .exactly(let numbers): .exactly(Array(1..<count + 1) + numbers)
    case .atLeast(let numbers): .through(max(numbers.last ?? 0, count)...last)
    case .anyPrefix: .through(count...last)
    }
  }
}

enum ScenarioName: String, CaseIterable, ExpressibleByArgument {
  case create, recover, write, migrate, checkpoint, close
  case `import`

  var type: any Scenario.Type {
    switch self {
    case .create: CreateScenario.self
    case .recover: RecoverScenario.self
    case .write: WriteScenario.self
    case .migrate: MigrateScenario.self
    case .checkpoint: CheckpointScenario.self
    case .close: CloseScenario.self
    case .import: ImportScenario.self
    }
  }
}

extension Scenario {
  static var startingWriteCount: Int { start == .none ? 0 : StartingFiles.writeCount }

  /// Checks the bank by a new object, and returns the numbers of the writes that are in it.
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

  /// The database that was open when the faults began has to serve a read and a write behind them.
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

import Logging
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// The directory and the settings of one run of a scenario, with its results.
final class Place {
  let directory: String
  let bank: Bank
  let durability: Durability
  /// The number of records to import, below 10,007.
  let recordCount: Int
  private let busyTimeout: Duration
  /// The numbers of the writes that returned, or of other finished steps of a scenario.
  private(set) var acknowledged: [Int] = []
  /// The errors of the attempts.
  private(set) var errors: [any Error] = []
  private let didAcknowledge: (Int) -> Void

  /// - Parameters:
  ///   - busyTimeout: Short if no other process has the file open: a wait then means that a lock
  ///     was never released.
  ///   - didAcknowledge: Called at once after a step, so that a process has reported the step
  ///     before it dies.
  init(
    directory: String,
    seed: UInt64,
    durability: Durability = .normal,
    recordCount: Int = 60,
    busyTimeout: Duration = .milliseconds(250),
    didAcknowledge: @escaping (Int) -> Void = { _ in }
  ) {
    self.directory = directory
    self.durability = durability
    self.recordCount = recordCount
    self.busyTimeout = busyTimeout
    self.didAcknowledge = didAcknowledge
    bank = Bank(seed: seed)
  }

  var path: String { directory + "/bank.sqlite" }

  func open(_ migrations: MigrationSource?) throws -> Database {
    var configuration = Database.Configuration()
    configuration.durability = durability
    configuration.busyTimeout = busyTimeout
    configuration.logger = Logger(label: "reliability") { _ in SwiftLogNoOpLogHandler() }
    return try Database(path: path, migrations: migrations, configuration: configuration)
  }

  func acknowledge(_ number: Int) {
    acknowledged.append(number)
    didAcknowledge(number)
  }

  /// Runs `body`, and records its error.
  func attempt(_ body: () throws -> Void) {
    do { try body() } catch { errors.append(error) }
  }

  /// Makes a write of the bank, and acknowledges it.
  func write(_ number: Int, to database: Database) throws {
    try bank.write(number, to: database)
    acknowledge(number)
  }
}

/// The code of an error of either library; nil for other errors.
func databaseCode(of error: any Error) -> DatabaseError.Code? {
  switch error {
  case let error as DatabaseError: error.code
  case let error as ImportError: error.cause.flatMap(databaseCode)
  default: nil
  }
}

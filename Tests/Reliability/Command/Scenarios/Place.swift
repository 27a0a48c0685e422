import Logging
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Where one run of a scenario happens, and what came of it.
final class Place {
  let directory: String
  let bank: Bank
  let durability: Durability
  /// How many records are there to be imported, below 10,007.
  let recordCount: Int
  private let busyTimeout: Duration
  /// The numbers of the writes that returned, or what else a scenario calls done.
  private(set) var acknowledged: [Int] = []
  /// What was thrown.
  private(set) var errors: [any Error] = []
  private let didAcknowledge: (Int) -> Void

  /// - Parameters:
  ///   - busyTimeout: Short where nobody else has the file: who waits does so for a lock that was
  ///     never given back.
  ///   - didAcknowledge: Called at once when something is done, so that a process that dies has
  ///     told.
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

  /// Runs `body`, and keeps what it throws.
  func attempt(_ body: () throws -> Void) {
    do { try body() } catch { errors.append(error) }
  }

  /// Makes a write of the bank's and acknowledges it.
  func write(_ number: Int, to database: Database) throws {
    try bank.write(number, to: database)
    acknowledge(number)
  }
}

/// Which kind of failure an error is; nil for one of neither library.
func databaseCode(of error: any Error) -> DatabaseError.Code? {
  switch error {
  case let error as DatabaseError: error.code
  case let error as ImportError: error.cause.flatMap(databaseCode)
  default: nil
  }
}

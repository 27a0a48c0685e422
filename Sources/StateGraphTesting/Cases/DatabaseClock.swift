public import FoundationEssentials
import StateGraphSQLite

/// The clock of a test database, which the trait's parameter `at` has set.
///
/// `CURRENT_TIMESTAMP`, the date functions of SQL and the timestamps of the library return its
/// time. The time passes only by ``advance(by:)``. The clock may be used on any thread.
public struct DatabaseClock: Sendable {
  private let database: TestDatabase

  init(_ database: TestDatabase) { self.database = database }

  /// The time of the database.
  ///
  /// - Throws: ``TestDatabaseError`` if the test has not fixed the time.
  public var now: Date {
    get throws { try clock(for: "now").date }
  }

  /// Lets time pass for the database, without waiting.
  ///
  /// - Parameter duration: The duration, rounded to milliseconds. A negative duration sets the
  ///   clock back.
  /// - Throws: ``TestDatabaseError`` if the test has not fixed the time.
  public func advance(by duration: Duration) throws {
    let (seconds, attoseconds) = duration.components
    try clock(for: "advance")
      .advanceTime(by: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }

  private func clock(for method: String) throws -> TestFileSystem {
    let environment = try database.environment(for: method)
    guard environment.settings.milliseconds != nil else {
      throw TestDatabaseError(
        .misuse,
        "The time of the test database is not fixed.",
        remedy: "Write .database(…, at: \"2026-03-01 09:30:00\")."
      )
    }
    return environment.fileSystem
  }
}

extension TestDatabase {
  /// The clock of this database.
  public var clock: DatabaseClock { DatabaseClock(self) }

  /// The random numbers that the trait's parameter `seed` determines.
  ///
  /// - Throws: ``TestDatabaseError`` if the test has no seed.
  public var random: TestRandom {
    get throws { try TestRandom(environment(for: "random")) }
  }

  /// The file and its environment.
  ///
  /// - Throws: ``TestDatabaseError`` for a database in memory.
  func environment(for method: String) throws -> TestEnvironment {
    if let environment = try openCase().clone.environment { return environment }
    throw TestDatabaseError.inMemory(method)
  }
}

extension TestFileSystem {
  /// The time of the database.
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(time) / 1_000) }
}

extension Database.Configuration {
  /// Returns these settings, with the clock of a test for timestamps if the test fixes the time.
  func following(_ environment: TestEnvironment) -> Database.Configuration {
    guard environment.settings.milliseconds != nil else { return self }
    var configuration = self
    configuration.transactionClock = { [fileSystem = environment.fileSystem] in fileSystem.date }
    return configuration
  }
}

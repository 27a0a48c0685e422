public import FoundationEssentials
import StateGraphSQLite

/// The clock of a test database whose time is fixed by the parameter `at` of the trait `database`.
///
/// `CURRENT_TIMESTAMP`, the date functions of SQL and the timestamps of the library return the time
/// of this clock. The clock stands still until ``advance(by:)`` is called. It may be used on any
/// thread.
public struct DatabaseClock: Sendable {
  private let database: TestDatabase

  init(_ database: TestDatabase) { self.database = database }

  /// The time that the clock shows.
  ///
  /// - Throws: ``TestDatabaseError`` if the test has not fixed the time.
  public var now: Date {
    get throws { try clock(for: "now").date }
  }

  /// Moves the clock forward, without waiting.
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
  /// The clock of this database, if the test has fixed the time.
  public var clock: DatabaseClock { DatabaseClock(self) }

  /// A generator of random numbers that the parameter `seed` of the trait `database` determines.
  ///
  /// - Throws: ``TestDatabaseError`` if the test has no seed.
  public var random: TestRandom {
    get throws { try TestRandom(environment(for: "random")) }
  }

  /// Returns the environment of the database file: its path, faults, clock and random numbers.
  ///
  /// - Parameter method: The name of the calling method, which the error shows.
  /// - Throws: ``TestDatabaseError`` for a database in memory, and outside of a test.
  func environment(for method: String) throws -> TestEnvironment {
    if let environment = try openCase().clone.environment { return environment }
    throw TestDatabaseError.inMemory(method)
  }
}

extension TestFileSystem {
  /// The time of the database's clock as a date.
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(time) / 1_000) }
}

extension Database.Configuration {
  /// Returns these settings for the database of a test. If the test fixes the time, the library's
  /// timestamps come from the clock of the test.
  func following(_ environment: TestEnvironment) -> Database.Configuration {
    guard environment.settings.milliseconds != nil else { return self }
    var configuration = self
    configuration.transactionClock = { [fileSystem = environment.fileSystem] in fileSystem.date }
    return configuration
  }
}

import StateGraphSQLite

/// Creates a file with its schema, and writes.
final class CreateScenario: BankScenario {
  static let start = StartingFiles.none
  let place: Place
  var database: Database?

  init(_ place: Place) { self.place = place }

  func act() {
    place.attempt {
      let database = try place.open(BankMigrations.first)
      self.database = database
      try place.write(1, to: database)
    }
  }
}

/// Opens a file with the log of a killed program, reads and writes.
final class RecoverScenario: BankScenario {
  static let start = StartingFiles.abandoned
  let place: Place
  var database: Database?

  init(_ place: Place) { self.place = place }

  func act() {
    place.attempt {
      let database = try place.open(BankMigrations.first)
      self.database = database
      _ = try database.rows("SELECT * FROM accounts")
      try place.write(Self.startingWriteCount + 1, to: database)
    }
  }
}

/// Writes several times to an open file, and reads through another connection in between.
final class WriteScenario: BankScenario {
  static let start = StartingFiles.closed
  static let attempts = 3
  let place: Place
  var database: Database?

  init(_ place: Place) { self.place = place }

  func prepare() throws { database = try place.open(BankMigrations.first) }

  func act() {
    guard let database else { return }
    for number in Self.numbers {
      place.attempt { try place.write(number, to: database) }
      place.attempt { _ = try database.rows("SELECT sum(balance) FROM accounts") }
    }
  }
}

/// Writes until the log is so long that its pages are moved to the file, and continues, so that
/// SQLite overwrites the start of the log.
final class CheckpointScenario: BankScenario {
  static let start = StartingFiles.longLog
  /// The first writes make the log long enough, the others follow the move.
  static let attempts = 6
  let place: Place
  var database: Database?

  init(_ place: Place) { self.place = place }

  func prepare() throws {
    let database = try place.open(BankMigrations.first)
    // SQLite reads the log now, before the faults.
    _ = try database.rows("SELECT sum(balance) FROM accounts")
    self.database = database
  }

  func act() {
    guard let database else { return }
    for number in Self.numbers { place.attempt { try place.write(number, to: database) } }
  }
}

/// Closes a file with a log, which moves the log into the file.
final class CloseScenario: BankScenario {
  static let start = StartingFiles.closed
  static let attempts = 3
  let place: Place
  var database: Database?

  init(_ place: Place) { self.place = place }

  func prepare() throws {
    let database = try place.open(BankMigrations.first)
    for number in Self.numbers { try place.write(number, to: database) }
    _ = try database.rows("SELECT sum(balance) FROM accounts")
    self.database = database
  }

  func act() {
    place.attempt { try database?.close() }
    database = nil
  }

  /// The database is closed, so no object can continue.
  func goOn() {}
}

/// Applies two further migrations to a file with rows, each in its own transaction.
final class MigrateScenario: Scenario {
  static let start = StartingFiles.closed
  /// The number that is acknowledged after all migrations.
  private static let migrated = 0
  private let place: Place
  private var database: Database?

  init(_ place: Place) { self.place = place }

  func prepare() {}

  func act() {
    place.attempt {
      database = try place.open(BankMigrations.all)
      place.acknowledge(Self.migrated)
    }
  }

  func goOn() throws {
    let database = try self.database ?? place.open(BankMigrations.all)
    self.database = database
    guard try BankMigrations.check(database) == 3 else {
      throw Violation("not all migrations are applied")
    }
  }

  func end() { database = nil }

  func verify(_ expectation: Expectation) throws -> Set<Int> {
    let database = try place.open(nil)
    let version = try BankMigrations.check(database)
    if expectation.requires(Self.migrated), version != 3 {
      throw Violation("the schema has version \(version) although the migration returned")
    }
    try database.close()
    try verifyBank(of: place, .exactly([]), attempts: 0, migrations: BankMigrations.all)
    return version == 3 ? [Self.migrated] : []
  }
}

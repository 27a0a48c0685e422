import StateGraphSQLite

/// The migrations that a run has applied or undone, also if a later one failed.
struct MigratedSteps {
  let migrations: [Migration]
  private let failure: (any Error)?

  /// - Parameter run: Runs the migrations, and calls its argument after each.
  init(_ run: ((Migration) -> Void) throws -> Void) {
    var migrations: [Migration] = []
    var failure: (any Error)?
    do { try run { migrations.append($0) } } catch { failure = error }
    (self.migrations, self.failure) = (migrations, failure)
  }

  /// Prints the migrations, and throws the error that ended the run.
  func report(_ command: String, verb: String, backup: BackupOnce, isJSON: Bool) throws {
    for migration in migrations {
      let line = "\(verb) \(migration.name)"
      if !isJSON {
        try MigrateOutput.line(line)
      } else if failure != nil {
        try MigrateOutput.note(line)
      }
    }
    if let path = backup.path, !isJSON || failure != nil {
      try MigrateOutput.note("the previous state of the database is in \(path)")
    }
    if let failure { throw failure }
    guard isJSON else { return }
    try MigrateOutput.object(
      command,
      [
        (verb, MigrateOutput.migrations(migrations)),
        ("backup", backup.path.map { .string($0) } ?? .null),
      ]
    )
  }
}

/// A copy of a database, made before the first of several migrations destroys data.
final class BackupOnce {
  /// The path of the copy; nil before it is made.
  private(set) var path: String?
  private let backup: MigrationBackup?

  init(of location: DatabaseLocation, isWanted: Bool) {
    backup = isWanted && location != .memory ? MigrationBackup(of: location) : nil
  }

  /// The handler for a migrator; nil if no copy is wanted.
  var handler: Migrator.LossHandler? {
    guard let backup else { return nil }
    return { (_: Migration) throws(DatabaseError) in
      if self.path == nil { self.path = try backup.make() }
    }
  }
}

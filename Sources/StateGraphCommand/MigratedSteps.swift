import StateGraphSQLite

/// The migrations that a run got through, also where a later one failed.
struct MigratedSteps {
  let migrations: [Migration]
  private let failure: (any Error)?

  /// - Parameter run: Calls what it is given after each migration.
  init(_ run: ((Migration) -> Void) throws -> Void) {
    var migrations: [Migration] = []
    var failure: (any Error)?
    do { try run { migrations.append($0) } } catch { failure = error }
    (self.migrations, self.failure) = (migrations, failure)
  }

  /// Says which migrations were got through, and throws what ended the run.
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
      try MigrateOutput.note("the file as it was before is at \(path)")
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

/// One copy of a file, made when the first of several migrations is about to destroy something.
final class BackupOnce {
  /// Where the copy is; nil until there is one.
  private(set) var path: String?
  private let backup: MigrationBackup?

  init(of location: DatabaseLocation, isWanted: Bool) {
    backup = isWanted && location != .memory ? MigrationBackup(of: location) : nil
  }

  /// What a migrator calls; nil where no copy is wanted.
  var handler: Migrator.LossHandler? {
    guard let backup else { return nil }
    return { (_: Migration) throws(DatabaseError) in
      if self.path == nil { self.path = try backup.make() }
    }
  }
}

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
        try CommandOutput.line(line)
      } else if failure != nil {
        try CommandOutput.note(line)
      }
    }
    if let path = backup.path, !isJSON || failure != nil {
      try CommandOutput.note("the previous state of the database is in \(path)")
    }
    if let failure { throw failure }
    guard isJSON else { return }
    try CommandOutput.object(
      command,
      [
        (verb, CommandOutput.migrations(migrations)),
        ("backup", backup.path.map { .string($0) } ?? .null),
      ]
    )
  }
}

import StateGraphSQLite

/// The migrations that one command has applied or undone. If one of them fails, the list has the
/// earlier ones, so that the command can report what it has done before it reports the error.
struct MigratedSteps {
  let migrations: [Migration]
  private let failure: (any Error)?

  /// Runs migrations and records those that succeed. Keeps the error of a failed migration for
  /// ``report(_:verb:backup:isJSON:)``, which throws it.
  ///
  /// - Parameter run: Runs the migrations. It must pass each migration that succeeds to its
  ///   argument.
  init(_ run: ((Migration) -> Void) throws -> Void) {
    var migrations: [Migration] = []
    var failure: (any Error)?
    do { try run { migrations.append($0) } } catch { failure = error }
    (self.migrations, self.failure) = (migrations, failure)
  }

  /// Prints the migrations that succeeded. If a migration failed, throws its error after that.
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
      members: [
        (verb, CommandOutput.migrations(migrations)),
        ("backup", backup.path.map { .string($0) } ?? .null),
      ]
    )
  }
}

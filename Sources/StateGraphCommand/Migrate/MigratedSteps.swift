import StateGraphSQLite

/// The migrations that one command has applied or undone.
///
/// If a migration fails, the list contains the earlier migrations, so that the command can report
/// them.
struct MigratedSteps {
  let migrations: [Migration]
  private let failure: (any Error)?

  /// Runs migrations and stores the successful ones.
  ///
  /// This initializer does not throw, because `report` throws the error later.
  ///
  /// - Parameter run: A function that runs the migrations. It must pass each successful migration
  ///   to its argument.
  init(_ run: ((Migration) -> Void) throws -> Void) {
    var migrations: [Migration] = []
    var failure: (any Error)?
    do { try run { migrations.append($0) } } catch { failure = error }
    (self.migrations, self.failure) = (migrations, failure)
  }

  /// Prints the migrations that succeeded. Then throws the error of the failed migration, if any.
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

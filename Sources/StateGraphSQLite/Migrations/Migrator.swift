/// Applies and undoes migrations. Each migration and its row in the migration table are written in
/// the same transaction. The table therefore lists exactly the migrations that were applied.
package struct Migrator {
  /// Called inside the transaction of a migration, before the first statement that may destroy
  /// data. For a migration that is undone, called before its first statement. If the handler
  /// throws, the migration stops.
  package typealias LossHandler = (Migration) throws(DatabaseError) -> Void

  let connection: WriterConnection
  let migrations: [Migration]
  private let applicationID: Int64
  private let willLose: LossHandler?

  package init(
    _ connection: WriterConnection,
    migrations: [Migration],
    applicationID: Int64 = FileInspection.applicationID,
    willLose: LossHandler? = nil
  ) {
    self.connection = connection
    self.migrations = migrations
    self.applicationID = applicationID
    self.willLose = willLose
  }

  /// Applies the pending migrations.
  ///
  /// - Parameters:
  ///   - version: The number of the last migration to apply; nil for all.
  ///   - didApply: Called after each commit. If a later migration fails, the caller therefore knows
  ///     which migrations were applied.
  /// - Returns: The migrations that were applied.
  package func migrate(
    through version: Int? = nil,
    didApply: (Migration) -> Void = { _ in }
  ) throws(DatabaseError) -> [Migration] {
    let pending = try plan().pending(through: version)
    guard !pending.isEmpty else { return [] }
    return try withoutForeignKeys { () throws(DatabaseError) in
      var applied: [Migration] = []
      for migration in pending {
        let isApplied = try inTransaction { () throws(DatabaseError) in
          // Another process may have applied the migration in the meantime.
          guard try plan().pending.contains(migration) else { return false }
          try apply(migration)
          return true
        }
        guard isApplied else { continue }
        applied.append(migration)
        didApply(migration)
      }
      return applied
    }
  }

  /// Applies the pending migrations in one transaction and rolls it back.
  ///
  /// - Returns: The migrations that ``migrate(through:didApply:)`` would apply.
  package func dryRun(through version: Int? = nil) throws(DatabaseError) -> [Migration] {
    let pending = try plan().pending(through: version)
    guard !pending.isEmpty else { return [] }
    try withoutForeignKeys { () throws(DatabaseError) in
      try inTransaction(keeps: false) { () throws(DatabaseError) in
        for migration in pending { try apply(migration) }
        return true
      }
    }
    return pending
  }

  /// Undoes migrations.
  ///
  /// - Parameters:
  ///   - migrations: The migrations that ``MigrationPlan`` chose, the newest first.
  ///   - didRevert: Called after each commit.
  /// - Throws: `.migrationFailed` if the SQL fails or breaks a reference, or if another process has
  ///   migrated the file in the meantime.
  package func revert(
    _ migrations: [Migration],
    didRevert: (Migration) -> Void = { _ in }
  ) throws(DatabaseError) {
    guard !migrations.isEmpty else { return }
    try withoutForeignKeys { () throws(DatabaseError) in
      for migration in migrations {
        try inTransaction { () throws(DatabaseError) in
          try undo(migration)
          return true
        }
        didRevert(migration)
      }
    }
  }

  /// Returns the plan for the file in its present state.
  func plan() throws(DatabaseError) -> MigrationPlan {
    try MigrationPlan(known: migrations, applied: MigrationTable.applied(on: connection))
  }

  private func apply(_ migration: Migration) throws(DatabaseError) {
    if try MigrationTable.applied(on: connection).isEmpty {
      try FileInspection.claim(connection, as: applicationID)
    }
    try MigrationTable.create(on: connection)
    try MigrationRun(migration, on: connection, willLose: willLose).apply()
    try MigrationTable.record(migration, on: connection)
  }

  private func undo(_ migration: Migration) throws(DatabaseError) {
    guard try plan().applied.last == migration else {
      throw DatabaseError(
        .migrationFailed,
        "The migration \(migration.name) is no longer the newest one in the file.",
        remedy: "Another process has migrated the file. See its state with: migrate status"
      )
    }
    try MigrationRun(migration, on: connection, willLose: willLose).undo()
    try MigrationTable.forget(migration.version, on: connection)
  }

  /// Runs `body` while SQLite does not enforce foreign keys. A migration may rebuild a table that
  /// other tables reference, and enforcement would refuse this. The keys are checked before COMMIT
  /// instead (<https://sqlite.org/lang_altertable.html#otheralter>). The pragma has no effect
  /// inside a transaction, so it runs before the transaction begins.
  @discardableResult
  private func withoutForeignKeys<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try connection.run("PRAGMA foreign_keys = OFF")
    defer {
      try? connection.run("PRAGMA foreign_keys = ON")
      connection.dropCachedStatements()
    }
    return try body()
  }

  /// Runs `body` in a transaction. Commits if `body` returns true, and rolls back otherwise.
  @discardableResult
  private func inTransaction(
    keeps: Bool = true,
    _ body: () throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> Bool {
    try connection.beginWrite()
    do {
      let isDone = try body()
      if isDone && keeps {
        try connection.commitWrite()
      } else {
        try connection.rollBackWrite()
      }
      return isDone
    } catch {
      try connection.rollBackWrite()
      throw error
    }
  }

  /// Refuses statements that a migration must not run.
  ///
  /// - Throws: `.misuse` for a statement that would end the migration's transaction or break it.
  static func refuseControl(_ statement: Statement) throws(DatabaseError) {
    guard statement.effects.isDisjoint(with: [.transaction, .savepoint, .attach]) else {
      throw DatabaseError(
        .misuse,
        "A migration runs in one transaction. It cannot end the transaction or attach files.",
        remedy: "Remove the BEGIN, COMMIT, ROLLBACK, SAVEPOINT or ATTACH."
      )
    }
    guard !statement.effects.contains(.setting) else { throw .refusedSetting(statement.sql) }
  }
}

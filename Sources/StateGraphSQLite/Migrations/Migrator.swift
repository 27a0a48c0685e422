/// Applies and undoes the migrations of a database file.
///
/// Each migration writes its row in the migration table in its own transaction. The table therefore
/// lists exactly the applied migrations.
package struct Migrator {
  /// A function that is called before a migration destroys data, for example to make a backup.
  ///
  /// The function is called inside the migration's transaction, before the first statement that may
  /// destroy data. If a migration is undone, the function is called before the first statement that
  /// undoes it. If the function throws, the transaction is rolled back.
  package typealias LossHandler = (Migration) throws(DatabaseError) -> Void

  package let connection: WriterConnection
  let migrations: [Migration]
  private let applicationID: Int64
  private let willLose: LossHandler?
  /// Whether the migrations run only for the schema that they make.
  private var isForSchema = false

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

  /// Creates a migrator for the schema that the migrations make, in an empty database in memory.
  ///
  /// This schema may be that of another program: with collations, functions and modules that only
  /// this program has, with text in double quotes, and with foreign keys that no row can satisfy.
  package init(inMemory migrations: [Migration]) throws(DatabaseError) {
    self.init(try .open(.memory, mode: .dryRun), migrations: migrations)
    isForSchema = true
  }

  /// Applies the pending migrations, each in its own transaction.
  ///
  /// - Parameters:
  ///   - version: The number of the last migration to apply. If nil, all pending migrations are
  ///     applied.
  ///   - didApply: Called after each commit. The caller thus learns of every applied migration,
  ///     even if a later migration fails.
  /// - Returns: The migrations that this call has applied.
  package func migrate(
    through version: Int? = nil,
    didApply: (Migration) -> Void = { _ in }
  ) throws(DatabaseError) -> [Migration] {
    let pending = try plan().pending(through: version)
    guard !pending.isEmpty else { return [] }
    return try withoutForeignKeys { () throws(DatabaseError) in
      try isForSchema
        ? connection.copyingSchema { () throws(DatabaseError) in
          try apply(pending, didApply: didApply)
        }
        : apply(pending, didApply: didApply)
    }
  }

  private func apply(
    _ pending: [Migration],
    didApply: (Migration) -> Void
  ) throws(DatabaseError) -> [Migration] {
    var applied: [Migration] = []
    for migration in pending {
      let isApplied = try inTransaction { () throws(DatabaseError) in
        // Another process may have applied the migration before this transaction began.
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

  /// Applies the pending migrations in one transaction, which is rolled back at the end.
  ///
  /// A dry run finds errors in the migrations without changing the file.
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

  /// Undoes migrations, each in its own transaction.
  ///
  /// - Parameters:
  ///   - migrations: The migrations that ``MigrationPlan`` chose, the newest first.
  ///   - didRevert: Called after each commit.
  /// - Throws: `.migrationFailed` if the SQL fails or breaks a foreign key. Also `.migrationFailed`
  ///   if another process has migrated the file.
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

  /// Returns the pending and the applied migrations in the current state of the file.
  func plan() throws(DatabaseError) -> MigrationPlan {
    try MigrationPlan(known: migrations, applied: MigrationTable.applied(on: connection))
  }

  private func apply(_ migration: Migration) throws(DatabaseError) {
    let isFirst = try MigrationTable.applied(on: connection).isEmpty
    if isFirst { try FileInspection.claim(connection, as: applicationID) }
    let hadTables = try connection.firstValue("SELECT 1 FROM sqlite_schema") != nil
    try MigrationTable.create(on: connection)
    let advice =
      isFirst && hadTables
      ? " The file had tables before its first migration. If they are those of the migrations, "
        + "record them as applied with: migrate baseline" : ""
    let run = MigrationRun(
      migration,
      on: connection,
      willLose: willLose,
      references: try checkedReferences(),
      advice: advice
    )
    try run.apply()
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
    let run = MigrationRun(
      migration,
      on: connection,
      willLose: willLose,
      references: try checkedReferences()
    )
    try run.undo()
    try MigrationTable.forget(migration.version, on: connection)
  }

  /// A program with this application id has checked every reference that it wrote.
  private func checkedReferences() throws(DatabaseError) -> MigrationRun.CheckedReferences {
    guard !isForSchema else { return .none }
    let isOwn = try connection.firstValue("PRAGMA application_id") == .integer(applicationID)
    return isOwn ? .all : .notBroken
  }

  /// Runs `body` while SQLite does not check foreign keys.
  ///
  /// A migration can rebuild a table that other tables reference, which SQLite would refuse. The
  /// foreign keys are therefore checked before COMMIT
  /// (<https://sqlite.org/lang_altertable.html#otheralter>). The pragma that turns foreign keys off
  /// has no effect inside a transaction, so it runs before BEGIN.
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

  /// Runs `body` in a transaction, and returns the result of `body`.
  ///
  /// Commits the transaction if `keeps` is true and `body` returns true. Otherwise rolls it back.
  @discardableResult
  private func inTransaction(
    keeps: Bool = true,
    _ body: () throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> Bool {
    try connection.beginWrite()
    // The server is migrated by itself, so the changed rows do not belong in the outbox.
    connection.commitLogWriter.outbox.setOrigin(.migration, on: connection)
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

  /// Throws an error if the statement is forbidden in a migration.
  ///
  /// A statement must not end the transaction, attach a file or change a setting of the connection.
  ///
  /// - Throws: `.misuse` for a forbidden statement.
  package static func refuseControl(_ statement: Statement) throws(DatabaseError) {
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

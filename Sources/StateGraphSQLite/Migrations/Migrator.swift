/// Applies pending migrations, each in one transaction with its row in the migration table, so that
/// there is no state in between.
package struct Migrator {
  private let connection: Connection
  private let migrations: [Migration]
  private let applicationID: Int64

  package init(
    _ connection: Connection,
    migrations: [Migration],
    applicationID: Int64 = FileInspection.applicationID
  ) {
    self.connection = connection
    self.migrations = migrations
    self.applicationID = applicationID
  }

  /// Brings the file up to date and returns what was applied.
  package func migrate() throws(DatabaseError) -> [Migration] {
    let pending = try MigrationPlan(
      known: migrations,
      applied: MigrationTable.applied(on: connection)
    ).pending
    guard !pending.isEmpty else { return [] }
    // A migration may rebuild a table that others reference, which enforcement would refuse
    // half-way; the keys are checked before COMMIT instead
    // (https://sqlite.org/lang_altertable.html#otheralter). The switch does nothing inside a
    // transaction, so it is thrown here.
    try connection.run("PRAGMA foreign_keys = OFF")
    defer { try? connection.run("PRAGMA foreign_keys = ON") }
    var applied: [Migration] = []
    for migration in pending where try apply(migration) {
      applied.append(migration)
    }
    connection.dropCachedStatements()
    return applied
  }

  /// Returns false where another process was faster.
  private func apply(_ migration: Migration) throws(DatabaseError) -> Bool {
    try connection.run("BEGIN IMMEDIATE")
    do {
      let applied = try MigrationTable.applied(on: connection)
      guard try MigrationPlan(known: migrations, applied: applied).pending.contains(migration)
      else {
        try connection.run("ROLLBACK")
        return false
      }
      if applied.isEmpty { try FileInspection.claim(connection, as: applicationID) }
      try MigrationTable.create(on: connection)
      try run(migration)
      try checkForeignKeys(after: migration)
      try MigrationTable.record(migration, on: connection)
      try connection.run("COMMIT")
      return true
    } catch {
      if !connection.isAutocommit { try connection.run("ROLLBACK") }
      throw error
    }
  }

  private func run(_ migration: Migration) throws(DatabaseError) {
    do {
      switch migration.work {
      case .script(let sql):
        try connection.refusing(.setting) {
          try connection.runScript(sql, onStatement: Migrator.refuseControl)
        }
      case .steps(let steps):
        let transaction = MigrationTransaction(connection)
        defer { transaction.end() }
        try steps(transaction)
        guard !connection.isAutocommit else { throw DatabaseError.transactionHasEnded }
      }
    } catch {
      let failure = error as? DatabaseError
      throw DatabaseError(
        .migrationFailed,
        "The migration \(migration.name) failed; nothing of it was kept. "
          + (failure?.message ?? "It threw \(type(of: error))."),
        remedy: failure?.remedy ?? "",
        extendedCode: failure?.extendedCode,
        cause: error
      )
    }
  }

  /// - Throws: `.misuse` for a statement that would end the migration's transaction or break it.
  static func refuseControl(_ statement: Statement) throws(DatabaseError) {
    guard statement.effects.isDisjoint(with: [.transaction, .savepoint, .attach]) else {
      throw DatabaseError(
        .misuse,
        "A migration runs inside one transaction and cannot end it or attach files.",
        remedy: "Remove the BEGIN, COMMIT, ROLLBACK, SAVEPOINT or ATTACH."
      )
    }
    guard !statement.effects.contains(.setting) else { throw .refusedSetting(statement.sql) }
  }

  private func checkForeignKeys(after migration: Migration) throws(DatabaseError) {
    let broken: [Row]
    do throws(DatabaseError) {
      broken = try connection.rows("SELECT DISTINCT \"table\" FROM pragma_foreign_key_check")
    } catch {
      // A reference to columns that are no key cannot even be checked.
      throw DatabaseError(
        .migrationFailed,
        "The migration \(migration.name) would leave references that cannot be checked: "
          + error.message,
        remedy: "Reference a primary key or UNIQUE columns.",
        extendedCode: error.extendedCode,
        cause: error
      )
    }
    guard let first = broken.first, case .text(let table) = first[0] else { return }
    throw DatabaseError(
      .migrationFailed,
      "The migration \(migration.name) would leave rows of \(table) that reference nothing.",
      remedy: "Delete or mend those rows in the migration."
    )
  }
}

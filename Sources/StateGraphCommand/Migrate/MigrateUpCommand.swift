import ArgumentParser
import StateGraphFormats
import StateGraphSQLite

struct MigrateUpCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "up",
    abstract: "Applies the pending migrations. Creates a missing database.",
    discussion: """
      The database is copied to NAME.backup-NUMBER-TIME in the same folder before the first \
      statement that may destroy committed data: DROP TABLE, DROP COLUMN, DELETE, OR REPLACE, or \
      UPDATE of an existing column. --dry-run prints the SQL, runs it in a transaction and rolls \
      the transaction back. If another program has made the tables of the first migrations, record \
      these with migrate baseline.

      Example: stategraph migrate up social.sqlite --migrations Migrations --dry-run
      """
  )

  @OptionGroup var target: MigratedDatabase

  var file: DatabaseArgument { target.file }

  @Option(name: .customLong("to"), help: "The number of the last migration to apply.")
  var last: Int?

  @Flag(help: "Print the SQL and test it without changing the database.")
  var dryRun = false

  @Flag(name: .customLong("no-backup"), help: "Do not copy the database before data is destroyed.")
  var skipsBackup = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try target.naming(creating: true) {
      let known = try target.folder.load()
      let location = try DatabaseLocation(path: target.database)
      try target.check(location, migrations: known, isToBeWritten: !dryRun)
      if try !location.hasContent() {
        // This check, for example of the number of `--to`, comes before the database file is
        // created. If it fails, the command leaves no empty file.
        _ = try MigrationPlan(known: known, applied: []).pending(through: last)
      }
      if dryRun { return try tryOut(known, on: location) }
      try apply(known, to: location)
    }
  }

  private func apply(_ known: [Migration], to location: DatabaseLocation) throws {
    // A migration that fails must leave no trace in a file of another program, so such a file keeps
    // its journal mode.
    let mode: WriterConnection.Mode = try location.hasContent() ? .existing : .readWrite
    let connection = try WriterConnection.open(location, mode: mode)
    let backup = BackupOnce(of: location, isWanted: !skipsBackup)
    let migrator = Migrator(connection, migrations: known, willLose: backup.handler)
    let done = MigratedSteps { step in
      _ = try migrator.migrate(through: last, didApply: step)
    }
    try done.report("migrate up", verb: "applied", backup: backup, isJSON: json)
    for state in try MigrationState.all(
      known: known,
      applied: MigrationTable.applied(on: connection)
    )
    where state.differsInLineEnds {
      if let advice = MigrateStatusCommand.advice(state) { try CommandOutput.note(advice) }
    }
    if done.migrations.isEmpty, !json {
      try CommandOutput.line("up to date: \(Quantity(known.count, of: "migration"))")
    }
  }

  private func tryOut(_ known: [Migration], on location: DatabaseLocation) throws {
    // A dry run must not create a missing database file. If the file is missing, the migrations run
    // in a database in memory.
    let stage: DatabaseLocation = try location.hasContent() ? location : .memory
    let connection = try WriterConnection.open(stage, mode: .dryRun)
    let migrations = try Migrator(connection, migrations: known).dryRun(through: last)
    if json {
      let steps = migrations.map { migration -> JSONOutput in
        .object([
          ("number", .integer(migration.version)), ("name", .string(migration.name)),
          ("sql", migration.script.map { .string($0) } ?? .null),
        ])
      }
      return try CommandOutput.object(
        "migrate up",
        members: [("dryRun", .boolean(true)), ("wouldApply", .array(steps))]
      )
    }
    for migration in migrations {
      let script = migration.script ?? ""
      try CommandOutput.line("-- \(migration.name)")
      try CommandOutput.script(script.hasSuffix("\n") ? script : script + "\n")
    }
    let (verb, pronoun) = migrations.count == 1 ? ("was", "it") : ("were", "they")
    try CommandOutput.note(
      "\(Quantity(migrations.count, of: "migration")) would be applied; \(pronoun) ran and \(verb) "
        + "rolled back"
    )
  }
}

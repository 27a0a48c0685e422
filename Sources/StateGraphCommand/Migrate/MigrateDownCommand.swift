import ArgumentParser
import StateGraphSQLite

struct MigrateDownCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "down",
    abstract: "Undoes the newest migrations, by the .down.sql files beside them.",
    discussion: """
      Each step runs in one transaction, which also removes the record of the migration. If one of \
      the migrations has no .down.sql, nothing is changed. The database is first copied to \
      NAME.backup-NUMBER-TIME in the same folder.

      Example: stategraph migrate down social.sqlite --migrations Migrations --steps 1
      """
  )

  @OptionGroup var target: MigratedDatabase

  var file: DatabaseArgument { target.file }

  @Option(help: "The number of migrations to undo.")
  var steps: Int?

  @Option(name: .customLong("to"), help: "The number of the last migration to keep; 0 keeps none.")
  var last: Int?

  @Flag(name: .customLong("no-backup"), help: "Do not copy the database first.")
  var skipsBackup = false

  @OptionGroup var confirmation: Confirmation

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (steps == nil) != (last == nil) else {
      throw ValidationError("Pass --steps N or --to NUMBER.")
    }
    if let steps, steps < 1 { throw ValidationError("--steps must be at least 1.") }
    if let last, last < 0 { throw ValidationError("--to must be at least 0.") }
  }

  func run() throws {
    try target.naming {
      let location = try target.existing(isToBeWritten: true)
      let known = try target.folder.load()
      let applied = try FileInspection.read(location, body: MigrationTable.applied(on:))
      let plan = try MigrationPlan(known: known, applied: applied)
      let undone = try steps.map(plan.reverting(count:)) ?? plan.reverting(to: last ?? 0)
      if !undone.isEmpty {
        let names = undone.map(\.name).joined(separator: ", ")
        try confirmation.require("This undoes, in \(target.database): \(names).")
      }
      let connection = try WriterConnection.open(location, mode: .existing)
      let backup = BackupOnce(of: location, isWanted: !skipsBackup)
      let migrator = Migrator(connection, migrations: known, willLose: backup.handler)
      let done = MigratedSteps { step in try migrator.revert(undone, didRevert: step) }
      try done.report("migrate down", verb: "undone", backup: backup, isJSON: json)
      if undone.isEmpty, !json { try CommandOutput.line("nothing to undo") }
    }
  }
}

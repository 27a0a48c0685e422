import ArgumentParser
import StateGraphSQLite

struct MigrateBaselineCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Records migrations as applied in a file that has their tables already.",
    discussion: """
      For a file that was made without migrations. The migrations run in an empty database in \
      memory. If the schema of the file equals the result of the first of them, these are recorded \
      as applied; migrate up then applies the rest. Tables and rows are not changed, and rows are \
      not compared. If the schema is another one, the differences are shown and nothing is \
      recorded.

      Example: stategraph schema shop.sqlite --output Migrations/0001_shop.sql
      stategraph migrate baseline shop.sqlite --migrations Migrations
      """
  )

  @OptionGroup var target: MigratedDatabase

  var file: DatabaseArgument { target.file }

  @Option(
    name: .customLong("to"),
    help: "The number of the last migration to record (default: found by the schema)."
  )
  var last: Int?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try target.naming {
      let location = try target.existing(isToBeWritten: true)
      let source = MigrationSource.directory(target.folder.migrations)
      let recorded = try source.recordBaseline(in: location, through: last)
      if json {
        let migrations = CommandOutput.migrations(recorded)
        return try CommandOutput.object("migrate baseline", members: [("recorded", migrations)])
      }
      for migration in recorded { try CommandOutput.line("recorded \(migration.name)") }
      if recorded.isEmpty { try CommandOutput.line("nothing to record: the file lists them all") }
    }
  }
}

import ArgumentParser
import StateGraphSQLite

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Applies, undoes, checks and repairs the migrations of a database file.",
    discussion: """
      Migrations are the files NNNN_name.sql of a folder. Each is applied once, in the order of \
      the numbers. The same transaction records it in the database, so that a migration is applied \
      completely or not at all. Do not edit an applied file. Without a subcommand, this is up.

      Example: stategraph migrate social.sqlite --migrations Migrations
      """,
    subcommands: [
      MigrateUpCommand.self,
      MigrateDownCommand.self,
      MigrateStatusCommand.self,
      MigrateVerifyCommand.self,
      MigrateRepairCommand.self,
      MigrateBaselineCommand.self,
      MigrateNewCommand.self,
      MigrateDiffCommand.self,
    ],
    defaultSubcommand: MigrateUpCommand.self
  )
}

/// The option `--migrations` for the folder of the migration files. The default is `Migrations`.
struct MigrationsFolder: ParsableArguments {
  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations = "Migrations"

  func load() throws(DatabaseError) -> [Migration] {
    try MigrationSource.directory(migrations).load()
  }
}

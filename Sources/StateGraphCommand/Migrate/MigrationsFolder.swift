import ArgumentParser
import StateGraphSQLite

/// The option `--migrations` for the folder of the migration files. The default is `Migrations`.
struct MigrationsFolder: ParsableArguments {
  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations = "Migrations"

  func load() throws(DatabaseError) -> [Migration] {
    try MigrationSource.directory(migrations).load()
  }
}

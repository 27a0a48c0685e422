import ArgumentParser
import StateGraphSQLite

/// The command-line option for the folder of the migrations. The default is `Migrations`.
struct MigrationsFolder: ParsableArguments {
  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations = "Migrations"

  func load() throws(DatabaseError) -> [Migration] {
    try MigrationSource.directory(migrations).load()
  }
}

import ArgumentParser
import StateGraphSQLite
import StateGraphTools

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows the tables of a database file without changing a byte of it.",
    discussion: """
      Tells the rows and sizes of tables and indexes, keys and references, which migrations were \
      applied and, given their folder, where the tables are no longer what they make. Counting \
      reads the whole file; --no-count leaves it out.

      Example: stategraph inspect library.sqlite --migrations Migrations
      """
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations: String?

  @Flag(inversion: .prefixedNo, help: "Count rows and measure sizes.")
  var count = true

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do {
      let summary = try DatabaseSummary(
        path: database,
        migrations: migrations.map { MigrationSource.directory($0) },
        countsRows: count
      )
      try StandardStream.output.print(json ? summary.json.text() + "\n" : summary.text)
    } catch {
      throw CommandFailure(looking: error, database: database)
    }
  }
}

import ArgumentParser
import StateGraphSQLite
import StateGraphTools

struct InspectCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows the tables of a database file without changing it.",
    discussion: """
      Shows the columns, keys and references of each table, the number of rows, the sizes of \
      tables and indexes, and the applied migrations. With --migrations it also shows the \
      differences from the schema that the migrations make. Counting reads the whole file; \
      --no-count skips it. Names of tables and views show only these.

      Example: stategraph inspect library.sqlite --migrations Migrations
      stategraph inspect library.sqlite books
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Argument(help: "The tables and views (default: all tables).")
  var tables: [String] = []

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
        tables: tables,
        migrations: migrations.map { MigrationSource.directory($0) },
        countsRows: count
      )
      try StandardStream.output.print(
        json ? summary.json.text() + "\n" : summary.text(withFile: tables.isEmpty)
      )
    } catch {
      throw CommandFailure(inspecting: error, database: database)
    }
  }
}

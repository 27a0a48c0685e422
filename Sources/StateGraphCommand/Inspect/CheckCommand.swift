import ArgumentParser
import StateGraphSQLite
import StateGraphTools

struct CheckCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a database for damage, dangling references and schema drift.",
    discussion: """
      Checks the integrity of the file and finds rows that refer to missing rows. With \
      --migrations it also compares the applied migrations with the folder, and the schema with \
      the one that the migrations make. Exits with 1 if there is a problem; a pending migration \
      is not a problem. Does not change the database.

      Example: stategraph check library.sqlite --migrations Migrations
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations: String?

  @Flag(help: "Skip the comparison of tables with their indexes, which takes most of the time.")
  var quick = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do {
      let check = DatabaseCheck(
        path: database,
        migrations: migrations.map { MigrationSource.directory($0) },
        isQuick: quick
      )
      let report = try check.run()
      try StandardStream.output.print(
        json ? report.json(path: database).text() + "\n" : report.text(path: database)
      )
      if report.problemCount > 0 { throw ExitCode(1) }
    } catch let code as ExitCode {
      throw code
    } catch {
      throw CommandFailure(inspecting: error, database: database)
    }
  }
}

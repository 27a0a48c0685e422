import ArgumentParser
import StateGraphSQLite

struct MigrateNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes an empty migration with the next number.",
    discussion: """
      The name becomes snake case; the folder is made where it is missing; no file is ever written \
      over. Prints the paths.

      Example: stategraph migrate new "add users" --migrations Migrations --down
      """
  )

  @Argument(help: "What it does: create_users.")
  var name: String

  @OptionGroup var folder: MigrationsFolder

  @Flag(help: "Write the file that undoes it as well.")
  var down = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do {
      let author = MigrationAuthor(directory: folder.migrations)
      let paths = try author.writeTemplate(titled: name, withDown: down)
      if json { return try MigrateOutput.object("migrate new", [("files", .strings(paths))]) }
      for path in paths { try MigrateOutput.line(path) }
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: folder.migrations, creating: true)
    }
  }
}

import ArgumentParser
import StateGraphSQLite

struct MigrateNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes an empty migration with the next number.",
    discussion: """
      Converts the name to snake case, creates the folder if it is missing, and never replaces a \
      file. The number is one above the highest of the folder. If that is a time, such as \
      20261122072000, the number is the time in UTC. Prints the paths of the new files.

      Example: stategraph migrate new "add users" --migrations Migrations --down
      """
  )

  @Argument(help: "The name of the migration: create_users.")
  var name: String

  @OptionGroup var folder: MigrationsFolder

  @Flag(help: "Also write the .down.sql file, which undoes the migration.")
  var down = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do {
      let author = MigrationAuthor(directory: folder.migrations)
      let paths = try author.writeTemplate(titled: name, withDown: down)
      if json {
        return try CommandOutput.object("migrate new", members: [("files", .strings(paths))])
      }
      for path in paths { try CommandOutput.line(path) }
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: folder.migrations, creating: true)
    }
  }
}

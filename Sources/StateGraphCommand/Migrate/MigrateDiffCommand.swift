import ArgumentParser
import Glibc
import StateGraphSQLite
import StateGraphTools

struct MigrateDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Writes the migration that turns one schema into another, and applies nothing.",
    discussion: """
      A schema is that of a folder of migrations, of a database file, or of an .sql file such as \
      schema --output writes. To end the drift between a folder and a file, name the folder first: \
      its next migration then has the result that the file has. The SQL is printed, or written to \
      a new file with --name. Review it: comments name the rows and values that it deletes and the \
      values that it needs. A renamed table or column looks like one that is gone and one that is \
      new.

      Example: stategraph migrate diff Migrations app.sqlite --name "end the drift"
      stategraph migrate diff old.sqlite new.sqlite
      """
  )

  @Argument(help: "The schema to change: a folder, a database or an .sql file.")
  var from: String

  @Argument(help: "The schema to reach: a folder, a database or an .sql file.")
  var to: String

  @Option(help: "Write the SQL to the next migration of the folder, with this name.")
  var name: String?

  @Option(
    help: "The folder for the migration (default: the first schema if it is a folder).",
    completion: .directory
  )
  var migrations: String?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard name != nil else {
      if migrations != nil { throw ValidationError("--migrations needs --name.") }
      return
    }
    if folder == nil {
      throw ValidationError("\(from) is no folder: pass --migrations DIR for the new file.")
    }
  }

  func run() throws {
    let sql = try SchemaDiff(from: schema(at: from), to: schema(at: to)).sql
    var path: String?
    if let name, let folder, !sql.isEmpty {
      do {
        path = try MigrationAuthor(directory: folder).write(titled: name, sql: sql)
      } catch {
        throw CommandFailure(error, database: folder, creating: true)
      }
    }
    if json {
      return try CommandOutput.object(
        "migrate diff",
        members: [("file", path.map { .string($0) } ?? .null), ("sql", .string(sql))]
      )
    }
    if sql.isEmpty { return try CommandOutput.note("the schemas are the same") }
    guard let path else { return try CommandOutput.script(sql) }
    try CommandOutput.line(path)
    try CommandOutput.note("Review and edit the file, then run: stategraph migrate up DATABASE")
  }

  private var folder: String? { migrations ?? (Self.isFolder(from) ? from : nil) }

  private func schema(at path: String) throws -> ComparedSchema {
    do {
      if Self.isFolder(path) {
        return try ComparedSchema(migrations: MigrationSource.directory(path).load())
      }
      guard path.lowercased().hasSuffix(".sql") else { return try ComparedSchema(database: path) }
      return try ComparedSchema(script: SQLInput.text(path: path))
    } catch {
      throw CommandFailure(inspecting: error, database: path)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }
}

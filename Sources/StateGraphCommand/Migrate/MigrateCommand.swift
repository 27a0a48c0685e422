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
      MigrateNewCommand.self,
    ],
    defaultSubcommand: MigrateUpCommand.self
  )
}

/// The option for the folder with the migrations.
struct MigrationsFolder: ParsableArguments {
  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations = "Migrations"

  func load() throws(DatabaseError) -> [Migration] {
    try MigrationSource.directory(migrations).load()
  }
}

/// The arguments of a migrate command: a database and the folder with its migrations.
struct MigratedDatabase: ParsableArguments {
  @Argument(help: "The database file.", completion: .file())
  var database: String

  @OptionGroup var folder: MigrationsFolder

  /// The location of the database, which must exist and must not belong to another program.
  func existing() throws -> DatabaseLocation {
    let location = try DatabaseLocation(path: database)
    guard try location.hasContent() else {
      throw CommandFailure(
        "there is no database at \(database). Check the path.",
        exitCode: ExitStatus.noInput
      )
    }
    try FileInspection.check(location, migrations: nil)
    return location
  }

  /// The state of each migration. In a missing file, none is applied; the file is not created.
  func states() throws -> [MigrationState] {
    let known = try folder.load()
    let location = try DatabaseLocation(path: database)
    try FileInspection.check(location, migrations: nil)
    guard try location.hasContent() else { return MigrationState.all(known: known, applied: []) }
    let inspector = try Connection.open(location, mode: .inspector)
    return MigrationState.all(known: known, applied: try MigrationTable.applied(on: inspector))
  }

  /// Runs `body`, and adds the path of the database to its errors.
  func naming<Result>(creating: Bool = false, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: database, creating: creating)
    }
  }
}

/// The output of the migrate commands.
enum MigrateOutput {
  static func line(_ text: String) throws {
    try StandardStream.output.print(TerminalText.oneLine(text) + "\n")
  }

  static func note(_ text: String) throws {
    try StandardStream.error.print(TerminalText.oneLine(text) + "\n")
  }

  /// Prints one JSON object.
  static func object(_ command: String, _ members: [(String, JSONOutput)]) throws {
    let head: [(String, JSONOutput)] = [("version", .integer(1)), ("command", .string(command))]
    try StandardStream.output.print(JSONOutput.object(head + members).text() + "\n")
  }

  /// Prints SQL or Swift with its line breaks and tabs. Other control characters are escaped.
  static func script(_ sql: String) throws {
    let lines = sql.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { TerminalText.oneLine(String($0)) }.joined(separator: "\t")
    }
    try StandardStream.output.print(lines.joined(separator: "\n"))
  }

  static func migrations(_ migrations: [Migration]) -> JSONOutput {
    .array(
      migrations.map {
        .object([("number", .integer($0.version)), ("name", .string($0.name))])
      }
    )
  }
}

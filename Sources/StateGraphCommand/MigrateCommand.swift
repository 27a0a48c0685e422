import ArgumentParser
import StateGraphSQLite

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Brings the schema of a database file up to date, back, or in line with its folder.",
    discussion: """
      Migrations are the files NNNN_name.sql of a folder. Each is applied once, in the order of \
      the numbers, in one transaction with its row in the file, so that there is no state in \
      between; an applied file is frozen. Without a subcommand this is up.

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

/// The folder with the migrations.
struct MigrationsFolder: ParsableArguments {
  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations = "Migrations"

  func load() throws(DatabaseError) -> [Migration] {
    try MigrationSource.directory(migrations).load()
  }
}

/// The database whose migrations are meant.
struct MigratedDatabase: ParsableArguments {
  @Argument(help: "The database file.", completion: .file())
  var database: String

  @OptionGroup var folder: MigrationsFolder

  /// The place of a file that has to be there, and that is one of ours.
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

  /// How each migration stands. A file that is not there has none applied, and is not created.
  func states() throws -> [MigrationState] {
    let known = try folder.load()
    let location = try DatabaseLocation(path: database)
    try FileInspection.check(location, migrations: nil)
    guard try location.hasContent() else { return MigrationState.all(known: known, applied: []) }
    let inspector = try Connection.open(location, mode: .inspector)
    return MigrationState.all(known: known, applied: try MigrationTable.applied(on: inspector))
  }

  /// What puts the path of the database before an error.
  func naming<Result>(creating: Bool = false, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: database, creating: creating)
    }
  }
}

/// What the migrate commands print.
enum MigrateOutput {
  static func line(_ text: String) throws {
    try StandardStream.output.print(TerminalText.oneLine(text) + "\n")
  }

  static func note(_ text: String) throws {
    try StandardStream.error.print(TerminalText.oneLine(text) + "\n")
  }

  /// One object for programs.
  static func object(_ command: String, _ members: [(String, JSONOutput)]) throws {
    let head: [(String, JSONOutput)] = [("version", .integer(1)), ("command", .string(command))]
    try StandardStream.output.print(JSONOutput.object(head + members).text() + "\n")
  }

  /// SQL as it stands in its file, but for what a terminal would obey.
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

import ArgumentParser
import StateGraphSQLite

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Brings a database file's schema up to date, creating the file where it is missing."
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations: String

  @Flag(help: "Only say what is applied and what is pending; exit 1 if anything is.")
  var status = false

  func run() throws {
    do {
      let known = try MigrationSource.directory(migrations).load()
      let location = try DatabaseLocation(path: database)
      try FileInspection.check(location, migrations: known)
      if status { return try printStatus(known, location) }
      let connection = try Connection.open(location, mode: .writer)
      let applied = try Migrator(connection, migrations: known).migrate()
      for migration in applied { try print("applied \(migration.name)") }
      if applied.isEmpty { try print("up to date: \(known.count) migrations") }
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: database, creating: !status)
    }
  }

  private func printStatus(_ known: [Migration], _ location: DatabaseLocation) throws {
    let applied =
      try location.hasContent()
      ? MigrationTable.applied(on: Connection.open(location, mode: .inspector)) : []
    let times = Dictionary(
      applied.map { ($0.version, $0.appliedAt) },
      uniquingKeysWith: { first, _ in first }
    )
    for migration in known {
      let state = times[migration.version].map { "applied \($0)" } ?? "pending"
      try print("\(migration.name)  \(state)")
    }
    if known.contains(where: { times[$0.version] == nil }) { throw ExitCode(1) }
  }

  private func print(_ line: String) throws {
    try StandardStream.output.print(TerminalText.oneLine(line) + "\n")
  }
}

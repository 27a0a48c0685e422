import ArgumentParser
import Glibc
import StateGraphSQLite
import StateGraphTools

struct GenerateCommand: DatabaseNamingCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Writes Swift entity classes for the tables of a database or of its migrations.",
    discussion: """
      Generates a class for each table with a primary key, with its references and the \
      relationships of both sides. A comment explains each column that a class cannot declare. \
      Prints the classes, or writes one file, or a file for each class into a folder. Does not \
      change the database.

      Example: stategraph generate --migrations Migrations --output Sources/App/Entities
      """
  )

  @Argument(
    help: """
      The database file. Leave it out with --database or STATEGRAPH_DATABASE, or to read the \
      migrations.
      """,
    completion: .file()
  )
  var database: String?

  @Option(name: .customLong("database"), help: "The database file.", completion: .file())
  var option: String?

  @Option(help: "The folder with the numbered .sql files.", completion: .directory)
  var migrations: String?

  @Option(
    name: .shortAndLong,
    help: "A new .swift file, or a folder with a file for each class.",
    completion: .file()
  )
  var output: String?

  @Flag(help: "Declare the classes public.")
  var `public` = false

  @Option(help: "The beginning of the name of every class, to avoid collisions: App.")
  var prefix = ""

  @Flag(help: "Replace existing files.")
  var force = false

  @Flag(help: "Print JSON.")
  var json = false

  static func needsDatabase(_ words: ArraySlice<String>) -> Bool {
    !words.contains { $0 == "--migrations" || $0.hasPrefix("--migrations=") }
  }

  func validate() throws {
    guard prefix.isEmpty || SwiftEntityGenerator.isTypeName(prefix) else {
      throw ValidationError(
        "--prefix must be a capital letter, followed by letters and digits: App."
      )
    }
    guard (database == nil) != (migrations == nil) else {
      throw ValidationError("Name a database, or the folder of its migrations: --migrations DIR.")
    }
  }

  func run() throws {
    let place = database ?? migrations ?? ""
    do {
      let (tables, clocks) = try tables()
      let generator = SwiftEntityGenerator(
        tables,
        clocks: clocks,
        isPublic: `public`,
        prefix: prefix
      )
      guard let output else {
        if json { return try report([("source", .string(generator.source))]) }
        return try CommandOutput.script(generator.source)
      }
      let files =
        output.hasSuffix(".swift")
        ? [(output, generator.source)] : generator.files.map { (output + "/" + $0.name, $0.text) }
      try NewFiles(files, replacing: force).write()
      if json { return try report([("files", .strings(files.map(\.0)))]) }
      for file in files { try CommandOutput.line(file.0) }
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: place)
    }
  }

  private func report(_ members: [(String, JSONOutput)]) throws {
    try CommandOutput.object("generate", members: members)
  }

  /// The tables, and for a file with rows the clocks by which their numbers probably count dates.
  private func tables() throws -> ([TableSchema], [String: [String: DateColumn.Clock]]) {
    if let database {
      let location = try DatabaseLocation(path: database)
      guard try location.hasContent() else {
        throw CommandFailure(
          inspecting: InspectionError.noDatabase(at: database),
          database: database
        )
      }
      return try FileInspection.read(location) { connection throws(DatabaseError) in
        let tables = try SchemaReader(connection).tables()
        return (tables, PossibleDates.clocks(in: tables, on: connection))
      }
    }
    let known = try MigrationSource.directory(migrations ?? "").load()
    let migrator = try Migrator(inMemory: known)
    _ = try migrator.migrate()
    return (try SchemaReader(migrator.connection).tables(), [:])
  }
}

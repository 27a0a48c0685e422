import ArgumentParser
import Glibc
import StateGraphSQLite
import StateGraphTools

struct GenerateCommand: ParsableCommand {
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

  @Argument(help: "The database file; leave it out to read the migrations.", completion: .file())
  var database: String?

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
      let generator = SwiftEntityGenerator(
        try tables(),
        isPublic: `public`,
        prefix: prefix
      )
      guard let output else {
        if json { return try report([("source", .string(generator.source))]) }
        return try MigrateOutput.script(generator.source)
      }
      let files =
        output.hasSuffix(".swift")
        ? [(output, generator.source)] : generator.files.map { (output + "/" + $0.name, $0.text) }
      try NewFiles(files, replacing: force).write()
      if json { return try report([("files", .strings(files.map(\.0)))]) }
      for file in files { try MigrateOutput.line(file.0) }
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: place)
    }
  }

  private func report(_ members: [(String, JSONOutput)]) throws {
    try MigrateOutput.object("generate", members)
  }

  private func tables() throws -> [TableSchema] {
    if let database {
      let location = try DatabaseLocation(path: database)
      guard try location.hasContent() else {
        throw CommandFailure(
          "there is no database at \(database). Check the path.",
          exitCode: ExitStatus.noInput
        )
      }
      return try SchemaReader(try Connection.open(location, mode: .inspector)).tables()
    }
    let connection = try Connection.open(.memory, mode: .writer)
    let known = try MigrationSource.directory(migrations ?? "").load()
    _ = try Migrator(connection, migrations: known).migrate()
    return try SchemaReader(connection).tables()
  }
}

/// New files that are written together. If one of them exists, none is written.
struct NewFiles {
  private let files: [(path: String, text: String)]
  private let replaces: Bool

  init(_ files: [(String, String)], replacing: Bool) {
    self.files = files.map { (path: $0.0, text: $0.1) }
    replaces = replacing
  }

  func write() throws(CommandFailure) {
    if !replaces, let taken = files.first(where: { access($0.path, F_OK) == 0 }) {
      throw CommandFailure(
        "\(taken.path): the file exists, and nothing was written. Pass --force to replace it.",
        exitCode: ExitStatus.cannotCreate
      )
    }
    for file in files { try write(file.text, to: file.path) }
  }

  private func write(_ text: String, to path: String) throws(CommandFailure) {
    // Write to a temporary file and rename it, so that an existing file is replaced at once.
    let partial = path + ".partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        let code = errno
        unlink(partial)
        throw failure(path, code)
      }
      rest = rest.dropFirst(count)
    }
    guard rename(partial, path) == 0 else { throw failure(path, errno) }
  }

  private func failure(_ path: String, _ code: Int32) -> CommandFailure {
    CommandFailure(
      "\(path) cannot be written: \(systemMessage(code)).",
      exitCode: code == ENOSPC || code == EIO ? ExitStatus.inputOutput : ExitStatus.cannotCreate
    )
  }
}

import ArgumentParser
import Glibc
import StateGraphFixtures
import StateGraphSQLite
import StateGraphTools

struct FixturesGenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generates rows that satisfy the schema of a database or of its migrations.",
    discussion: """
      Reads the types, NOT NULL, references, UNIQUE and CHECK of each table, and writes a JSON \
      file of rows for each table. The same seed leads to the same files on each machine. The rows \
      of the database are not read, and triggers do not run. If no value satisfies a CHECK, the \
      command names it and writes nothing.

      Example: stategraph fixtures generate Migrations --scale 1000 --seed 42 --output Fixtures/many
      """
  )

  @Argument(
    help: "The database file, or the folder with the numbered .sql files.",
    completion: .file()
  )
  var source: String

  @Option(help: "The number of rows of each table.")
  var scale = 100

  @Option(help: "The number of rows of one table: orders=5000. May be repeated.")
  var rows: [String] = []

  @Option(help: "The seed of the random values.")
  var seed: UInt64 = 1

  @Option(name: .shortAndLong, help: "The folder for the files.", completion: .directory)
  var output: String

  @Flag(help: "Replace existing files.")
  var force = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard scale >= 0 else { throw ValidationError("--scale must not be negative.") }
    _ = try counts()
  }

  func run() throws {
    do {
      let scratch = try ScratchDatabase(source)
      defer { scratch.remove() }
      let made = try GeneratedDatabase(scratch.path, seed: seed).fill(counts())
      var request = ExportRequest(
        tables: made.filter { $0.count > 0 }.map(\.table),
        to: .folder(output)
      )
      request.format = .jsonl
      request.blobs = .base64
      request.replacesExisting = force
      if !request.tables.isEmpty { _ = try Exporter(path: scratch.path).run(request) }
      try report(made)
    } catch let error as GenerationError {
      throw CommandFailure("\(source): \(error).", exitCode: ExitStatus.badData)
    } catch {
      throw CommandFailure(inspecting: error, database: source)
    }
  }

  private func counts() throws -> RowGenerator.Counts {
    var counts = RowGenerator.Counts(each: scale)
    for row in rows {
      let parts = row.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let count = Int(parts[1]), count >= 0 else {
        throw ValidationError("--rows must be a table and a number: orders=5000.")
      }
      counts.ofTables[String(parts[0])] = count
    }
    return counts
  }

  private func report(_ made: [(table: String, count: Int)]) throws {
    if json {
      let tables = made.map { table, count in
        JSONOutput.object([("name", .string(table)), ("rows", .integer(count))])
      }
      return try CommandOutput.object(
        "fixtures generate",
        members: [
          ("output", .string(output)), ("seed", .string("\(seed)")), ("tables", .array(tables)),
        ]
      )
    }
    for (table, count) in made { try CommandOutput.line("\(table): \(count)") }
  }
}

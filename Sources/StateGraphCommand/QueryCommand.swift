import ArgumentParser
import Glibc
import StateGraphSQLite
import StateGraphTools

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Runs one SQL statement and prints its rows.",
    discussion: """
      Nothing is written unless --write is given; then the statement is one transaction, and the \
      file is put into WAL mode. Rows are printed as they come. In JSON a second column of one \
      name gets a number (id_2), and bytes are {"$base64": "…"}.

      With --watch the result is printed again whenever it is another one, also when another \
      program writes: for a terminal in place, else with an empty line between two results, and in \
      jsonl as one object for each.

      Example: stategraph query library.sqlite "SELECT * FROM books WHERE year > :y" -p y=1960
      """
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Argument(help: "One SQL statement, or - to read it from standard input.")
  var sql: String?

  @Option(help: "Read the statement from a file.", completion: .file(extensions: ["sql"]))
  var file: String?

  @Option(help: "table, json, jsonl, csv, tsv or line.")
  var format: QueryFormat = .table

  @Flag(help: "Print one JSON object with the rows in it, instead of --format.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: "NAME=VALUE for a parameter :NAME of the statement; 'in quotes' for text."
  )
  var parameter: [QueryParameter] = []

  @Flag(help: "Let the statement change the database.")
  var write = false

  @Flag(help: "Print the result again whenever it changes, until interrupted.")
  var watch = false

  @Option(help: "Seconds between two looks at the file.")
  var interval = 0.25

  @Option(help: "End after this many results.")
  var count: Int?

  func validate() throws {
    if (sql == nil) == (file == nil) {
      throw ValidationError("Pass one statement: as an argument, as - or with --file.")
    }
    if watch, write { throw ValidationError("--watch only looks; leave --write out.") }
    if !watch, count != nil { throw ValidationError("--count is for --watch.") }
    if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
    guard (0.01...3600).contains(interval) else {
      throw ValidationError("--interval must be between 0.01 and 3600 seconds.")
    }
  }

  func run() throws {
    do {
      let request = try request()
      let output = ByteOutput(descriptor: STDOUT_FILENO, name: "standard output")
      guard !watch else { return try follow(request, output) }
      let report = try QuerySession(request).run(path: database, to: output)
      guard let changed = report.changedRows else { return }
      StandardStream.error.note("\(changed) rows changed")
    } catch {
      throw try CommandFailure.ending(watch: watch, error, database: database)
    }
  }

  private func follow(_ request: QueryRequest, _ output: ByteOutput) throws {
    StopSignals.watch()
    let following = QueryWatch(request, isScreen: StandardStream.output.canDraw, limit: count)
    try DatabaseWatch(path: database, interval: .seconds(interval)) {
      StopSignals.received != nil
    }.run { try following.look(on: $0, output) }
  }

  private func request() throws -> QueryRequest {
    var request = QueryRequest(sql: try statement())
    request.parameters = parameter
    request.format = format
    request.isReport = json
    request.allowsWriting = write
    if StandardStream.output.isTerminal {
      request.maximumWidth = StandardStream.output.columnCount
      let wantsColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
      request.usesColor = wantsColor && StandardStream.output.canDraw
    }
    return request
  }

  private func statement() throws -> String {
    if let sql, sql != "-" { return sql }
    return try SQLInput.text(path: file ?? "-")
  }
}

/// SQL from a file or from standard input.
enum SQLInput {
  /// SQLite takes no longer statement on a connection of ours.
  private static let maximumBytes = 1 << 20

  static func text(path: String) throws -> String {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(
        "\(path): \(systemMessage(errno)). Check the path.",
        exitCode: errno == EACCES ? ExitStatus.permission : ExitStatus.noInput
      )
    }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= maximumBytes {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw CommandFailure(
          "\(path): \(systemMessage(errno)).",
          exitCode: ExitStatus.noInput
        )
      }
      bytes += chunk[..<count]
    }
    guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        "\(path): this is no SQL statement: it is longer than 1 MiB, or not UTF-8.",
        exitCode: ExitStatus.badData
      )
    }
    return text
  }
}

extension CommandFailure {
  /// A watch that was interrupted has done what it was to do: there is nothing to say but the code.
  static func ending(
    watch: Bool,
    _ error: any Error,
    database: String
  ) throws -> CommandFailure {
    if watch, let error = error as? LookingError, error.code == .interrupted {
      throw ExitCode(128 + (StopSignals.received ?? SIGINT))
    }
    return CommandFailure(looking: error, database: database)
  }
}

import ArgumentParser
import Glibc
import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

struct QueryCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Runs one SQL statement and prints its rows.",
    discussion: """
      The statement may change the database only with --write. It then runs in one transaction. \
      Rows are printed as SQLite returns them. In JSON \
      the second column of the same name gets a number (id_2), and a BLOB is {"$base64": "…"}.

      With --watch the result is printed again after each change, also after changes by other \
      programs. A terminal is cleared before each result. Other output has an empty line between \
      two results, and jsonl has an object for each result.

      Example: stategraph query library.sqlite "SELECT * FROM books WHERE year > :y" -p y=1960
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Argument(help: "One SQL statement, or - to read it from standard input.")
  var sql: String?

  @Option(
    name: .customLong("file"),
    help: "The file with the statement.",
    completion: .file(extensions: ["sql"])
  )
  var script: String?

  @Option(help: "table, json, jsonl, csv, tsv, line, markdown or insert.")
  var format: QueryFormat = .table

  @Flag(help: "Print one JSON object with the rows, instead of --format.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: "NAME=VALUE for the parameter :NAME of the statement; NAME='VALUE' for text."
  )
  var parameter: [QueryParameter] = []

  @Option(
    help: """
      COLUMN=CLOCK for numbers that are written as dates in UTC: seconds, milliseconds, \
      microseconds or nanoseconds since 1970; chromium, core-data, darktable, julian or excel. \
      Repeatable.
      """
  )
  var dates: [DateColumn] = []

  @Flag(help: "Allow the statement to change the database.")
  var write = false

  @OptionGroup var application: AnyApplicationOption

  @Flag(help: "Print the result again whenever it changes, until interrupted.")
  var watch = false

  @Option(help: "The seconds between two checks for changes.")
  var interval = 0.25

  @Option(help: "The number of results after which the command ends.")
  var count: Int?

  func validate() throws {
    if (sql == nil) == (script == nil) {
      throw ValidationError(
        "Pass one statement: as an argument, with --file, or - for standard input."
      )
    }
    if write, !dates.isEmpty { throw ValidationError("--dates cannot be combined with --write.") }
    if watch, write { throw ValidationError("--watch cannot be combined with --write.") }
    if application.anyApplication, !write {
      throw ValidationError("--any-application needs --write.")
    }
    if !watch, count != nil { throw ValidationError("--count needs --watch.") }
    if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
    guard (0.01...3600).contains(interval) else {
      throw ValidationError("--interval must be between 0.01 and 3600 seconds.")
    }
  }

  func run() throws {
    do {
      let request = try request()
      let output = ByteOutput(descriptor: STDOUT_FILENO, name: "standard output")
      guard !watch else { return try follow(request, to: output) }
      let report = try QuerySession(request).run(path: database, to: output)
      guard let changed = report.changedRows else { return }
      StandardStream.error.note("\(Quantity(changed, of: "row")) changed")
    } catch {
      throw try CommandFailure.ending(watch: watch, error, database: database)
    }
  }

  private func follow(_ request: QueryRequest, to output: ByteOutput) throws {
    StopSignals.watch()
    let following = QueryWatch(request, isScreen: StandardStream.output.canDraw, limit: count)
    try DatabaseWatch(path: database, interval: .seconds(interval)) {
      StopSignals.received != nil
    }.run { try following.poll(on: $0, output) }
  }

  private func request() throws -> QueryRequest {
    var request = QueryRequest(sql: try statement())
    request.parameters = parameter
    request.dates = dates
    request.format = format
    request.isReport = json
    request.allowsWriting = write
    request.acceptsAnyApplication = application.anyApplication
    if StandardStream.output.isTerminal {
      request.maximumWidth = StandardStream.output.columnCount
      let wantsColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
      request.usesColor = wantsColor && StandardStream.output.canDraw
    }
    return request
  }

  private func statement() throws -> String {
    if let sql, sql != "-" { return sql }
    let text = try SQLInput.text(path: script ?? "-")
    try DotCommand.check(sql: text, of: database)
    return text
  }
}

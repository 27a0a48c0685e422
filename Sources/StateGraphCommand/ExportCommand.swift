import ArgumentParser
import Glibc
import StateGraphSQLite
import StateGraphTools

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes tables to CSV or JSON files that import reads back as the same rows.",
    discussion: """
      All tables are of one commit, and the database does not change. In CSV an empty field is \
      NULL and "" is an empty text. Columns that the table computes are left out. What a format \
      cannot hold exactly is refused (exit 65), never changed: bytes unless --blobs says how, \
      infinity, text that is not UTF-8, and in CSV a NUL.

      With --nested, JSON records hold the rows that refer to them as arrays, in order, and the \
      rows that they refer to as objects, under the names that import reads. Each table has one \
      place, as near to the top as it can be.

      Example: stategraph export library.sqlite books --nested --output books.json
      """
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Argument(help: "The tables (default: all of them).")
  var tables: [String] = []

  @Option(help: "csv, tsv, json or jsonl (default: by the extension of --output, else csv).")
  var format: ExportFormat?

  @Option(
    name: .shortAndLong,
    help: "A file, a folder/ for a file of each table, or - for standard output.",
    completion: .file()
  )
  var output: String?

  @Flag(help: "Put the rows of other tables into the JSON records that they belong to.")
  var nested = false

  @Flag(help: "Replace files that are there.")
  var force = false

  @Option(help: "What ends a line of CSV: lf or crlf.")
  var lineEnd: LineEnd = .lf

  @Option(help: "What to do with bytes: reject or base64.")
  var blobs: BlobEncoding = .reject

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no report and no notes.")
  var quiet = false

  func validate() throws {
    if json, destination == .standardOutput {
      throw ValidationError("The report cannot go where the records go: pass --output FILE.")
    }
    if case .file(let path) = destination, format == nil, ExportFormat(path: path) == nil,
      !Self.isDevice(path)
    {
      throw ValidationError("The name \(path) does not say the format: pass --format.")
    }
  }

  func run() throws {
    StopSignals.watch()
    let isOnScreen = destination == .standardOutput && StandardStream.output.isTerminal
    let line = StatusLine(isWanted: !quiet && !isOnScreen)
    do {
      let report = try Exporter(path: database).run(request) { state in
        line.show("\(state.table): \(state.rows) rows")
        return StopSignals.received == nil ? .proceed : .stop
      }
      line.erase()
      if !quiet { try print(report) }
    } catch {
      line.erase()
      throw CommandFailure(looking: error, database: database)
    }
  }

  private func print(_ report: ExportReport) throws {
    for note in report.notes { StandardStream.error.note(note) }
    guard destination != .standardOutput else { return }
    try StandardStream.output.print(json ? report.json : report.text)
  }

  private var request: ExportRequest {
    var request = ExportRequest(tables: tables, to: destination)
    if let format = format ?? output.flatMap({ ExportFormat(path: $0) }) { request.format = format }
    request.isNested = nested
    request.replacesExisting = force
    request.lineEnd = lineEnd
    request.blobs = blobs
    return request
  }

  /// Something that is there and is no file, such as a pipe.
  private static func isDevice(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT != S_IFREG
  }

  private var destination: ExportDestination {
    guard let output, output != "-" else { return .standardOutput }
    var information = stat()
    let isFolder = stat(output, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    guard isFolder || output.hasSuffix("/") else { return .file(output) }
    var folder = output
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return .folder(folder)
  }
}

extension ExportReport {
  /// The report for people.
  fileprivate var text: String {
    tables.map { table in
      TerminalText.oneLine("\(table.table): \(table.rows) rows, \(table.path ?? "")") + "\n"
    }.joined()
  }

  /// The report for programs.
  fileprivate var json: String {
    let report: JSONOutput = .object([
      ("version", .integer(1)), ("command", .string("export")),
      (
        "tables",
        .array(
          tables.map {
            .object([
              ("table", .string($0.table)), ("path", $0.path.map { .string($0) } ?? .null),
              ("rows", .integer($0.rows)), ("bytes", .integer($0.bytes)),
            ])
          }
        )
      ),
      ("notes", .strings(notes)),
    ])
    return report.text() + "\n"
  }
}

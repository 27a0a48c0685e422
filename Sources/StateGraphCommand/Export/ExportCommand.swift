import ArgumentParser
import Glibc
import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

struct ExportCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes tables to CSV or JSON files, from which import restores the same rows.",
    discussion: """
      All tables are read as of one commit, and the database is not changed. In CSV an empty field \
      is NULL and "" is an empty text. Generated columns are left out. A value that the format \
      cannot represent exactly ends the export with status 65: a BLOB without --blobs, infinity, \
      text that is not UTF-8, and in CSV a NUL byte. A warning names columns whose values have \
      another type than the column declares, such as text in an INTEGER column: import refuses \
      them without its option for any type. The bytes of BLOB columns in CSV are restored \
      by import --blobs base64.

      With --nested, JSON records contain the rows that refer to them as arrays, in order, and the \
      rows that they refer to as objects, under the names that import recognises. Each table is \
      nested in one place, as near to the outermost records as possible. A warning names the \
      tables with rows that no exported record leads to.

      Example: stategraph export library.sqlite books --nested --output books.json
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Argument(help: "The tables (default: all of them).")
  var tables: [String] = []

  @Option(
    help: """
      csv, tsv, json or jsonl (default: by the extension of --output, else csv, or json with \
      --nested).
      """
  )
  var format: ExportFormat?

  @Option(
    name: .shortAndLong,
    help: "A file, a folder/ with a file for each table, or - for standard output.",
    completion: .file()
  )
  var output: String?

  @Flag(help: "Nest the rows of other tables in the JSON records that they belong to.")
  var nested = false

  @Flag(help: "Replace existing files.")
  var force = false

  @Option(help: "The line ending of CSV: lf or crlf.")
  var lineEnd: LineEnd = .lf

  @Option(help: "The encoding of BLOB values: base64, or reject to end the export.")
  var blobs: BlobEncoding = .reject

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(
    name: .shortAndLong,
    help: "Print no report and no notes, except for warnings about rows left out."
  )
  var quiet = false

  func validate() throws {
    if json, destination == .standardOutput {
      throw ValidationError(
        "The records go to standard output, so the report cannot: pass --output FILE."
      )
    }
    if case .file(let path) = destination, format == nil, ExportFormat(path: path) == nil,
      !Self.isDevice(path)
    {
      throw ValidationError("The name \(path) does not determine the format: pass --format.")
    }
  }

  func run() throws {
    StopSignals.watch()
    let isOnScreen = destination == .standardOutput && StandardStream.output.isTerminal
    let line = StatusLine(isWanted: !quiet && !isOnScreen)
    do {
      let report = try Exporter(path: database).run(request) { state in
        line.show("\(state.table): \(Quantity(state.rows, of: "row"))")
        return StopSignals.received == nil ? .proceed : .stop
      }
      line.erase()
      // The user must know that data is missing. The warnings therefore appear even with `--quiet`.
      for warning in report.warnings {
        try StandardStream.error.print(TerminalText.oneLine("warning: \(warning)") + ".\n")
      }
      if !quiet { try print(report) }
    } catch {
      line.erase()
      throw CommandFailure(inspecting: error, database: database)
    }
  }

  private func print(_ report: ExportReport) throws {
    for note in report.notes { StandardStream.error.note(note) }
    guard destination != .standardOutput else { return }
    try StandardStream.output.print(json ? report.json : report.text)
  }

  private var request: ExportRequest {
    var request = ExportRequest(tables: tables, to: destination)
    if let format = format ?? output.flatMap({ ExportFormat(path: $0) }) {
      request.format = format
    } else if nested {
      request.format = .json
    }
    request.isNested = nested
    request.replacesExisting = force
    request.lineEnd = lineEnd
    request.blobs = blobs
    return request
  }

  /// Returns whether the path names an existing file that is not a regular file, such as a pipe or
  /// a device.
  ///
  /// Such a file can have any name, so its name does not have to determine the format of the
  /// export.
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

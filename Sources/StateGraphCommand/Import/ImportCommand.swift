import ArgumentParser
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads records from CSV and JSON files into the tables of a database.",
    discussion: """
      The schema determines the table of each record: a nested object goes to the table that its \
      foreign key refers to, a nested array to the child table or through a join table. Rows are \
      merged by primary key; an absent or null value does not erase a stored one. All files are \
      one transaction. An import that continues after bad records commits in batches instead. \
      After an interruption, the same command resumes the import.

      Example: stategraph import app.sqlite users.csv posts.jsonl --on-error reject
      """
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Argument(
    help: "Files to read, or directories of files; - for standard input.",
    completion: .file(extensions: ["csv", "tsv", "tab", "json", "jsonl", "ndjson"])
  )
  var files: [String]

  @OptionGroup var records: RecordOptions

  @Option(help: "What to do with a reference to a missing row: reject, null or keep.")
  var dangling: DanglingPolicy = .reject

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "How inputs are read")
  var inputOptions: InputOptions

  @Option(
    help: "The folder with the numbered .sql files. A database of a newer program is then refused.",
    completion: .directory
  )
  var migrations: String?

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no report and show no progress.")
  var quiet = false

  func validate() throws {
    if files.isEmpty { throw ValidationError("Name at least one file to import.") }
  }

  func run() throws {
    StopSignals.watch()
    let progress = ProgressLine(isWanted: !quiet)
    do {
      let known = migrations.map { MigrationSource.directory($0) }
      let importer = Importer(path: database, migrations: known)
      let report = try importer.run(request) { state in
        progress.show(state)
        return StopSignals.received == nil ? .proceed : .stop
      } notice: {
        progress.note($0)
      }
      progress.erase()
      if !quiet {
        let isDryRun = writing.dryRun
        try StandardStream.output.print(
          json ? report.json(isDryRun: isDryRun) : report.text(isDryRun: isDryRun)
        )
      }
      if !quiet {
        for unused in report.unusedMappings {
          try StandardStream.error.print(TerminalText.oneLine("warning: \(unused)") + ".\n")
        }
      }
      guard report.rejects.count > 0 else { return }
      try StandardStream.error.print(report.rejects.text(database: database))
      throw ExitCode(ExitStatus.negative)
    } catch let error as ImportError {
      progress.erase()
      let failure = CommandFailure(error, database: database, signal: StopSignals.received)
      guard error.code == .interrupted, !writing.dryRun else { throw failure }
      failure.report()
      try StandardStream.error.print("resume with: " + Self.commandLine + "\n")
      throw ExitCode(failure.exitCode)
    }
  }

  private var request: ImportRequest {
    let inputs = files.map { path in
      var input = records.input(path: path)
      inputOptions.apply(to: &input)
      return input
    }
    var request = ImportRequest(inputs: inputs)
    request.nullSpellings = records.nullSpellings
    request.dangling = dangling
    writing.apply(to: &request)
    inputOptions.apply(to: &request, isQuiet: quiet)
    return request
  }

  /// The command line that resumes an interrupted import, quoted for a shell.
  ///
  /// The option `--restart` is removed, because it would start the import from the beginning.
  private static var commandLine: String {
    let words = ["stategraph"] + CommandLine.arguments.dropFirst().filter { $0 != "--restart" }
    return TerminalText.oneLine(words.map(ShellWord.quoted).joined(separator: " "))
  }
}

import ArgumentParser
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

struct ImportCommand: DatabaseCommand {
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
      stategraph import new.sqlite --create data/
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Argument(
    help: "Files to read, or directories of files; - for standard input.",
    completion: .file(extensions: ["csv", "tsv", "tab", "json", "jsonl", "ndjson"])
  )
  var files: [String]

  @OptionGroup var records: RecordOptions

  @Option(help: "What to do with a reference to a missing row: reject, null or keep.")
  var dangling: DanglingPolicy = .reject

  @Option(help: "The encoding of BLOB columns in CSV: base64, or reject to refuse such text.")
  var blobs: BlobEncoding = .reject

  @Flag(
    help: """
      Store values of any type in any column, as SQLite does: text in INTEGER columns, numbers in \
      BLOB columns. Otherwise they are bad records.
      """
  )
  var anyType = false

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "How inputs are read")
  var inputOptions: InputOptions

  @Option(
    help: "The folder with the numbered .sql files. A database of a newer program is then refused.",
    completion: .directory
  )
  var migrations: String?

  @OptionGroup var application: AnyApplicationOption

  @Flag(
    help: """
      Create the database, with tables for the records of the files as infer finds them. The \
      migration is written to DATABASE.migrations, or to the folder of --migrations.
      """
  )
  var create = false

  @Flag(
    help: """
      Import nothing. Print a mapping to complete, with the names of the files that the tables do \
      not have.
      """
  )
  var mappingTemplate = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no report and show no progress.")
  var quiet = false

  func validate() throws {
    if files.isEmpty { throw ValidationError("Name at least one file to import.") }
    if mappingTemplate, create || records.mapping != nil || !records.csv.readsHeader {
      throw ValidationError(
        "--mapping-template is not possible with --create, --mapping or --no-header."
      )
    }
    guard create else { return }
    if files.contains("-") || records.mapping == "-" {
      throw ValidationError(
        "--create reads each file twice, which is not possible for -. Write the input to a file "
          + "first."
      )
    }
    if writing.dryRun {
      throw ValidationError("--create is not possible with --dry-run: see infer --dry-run.")
    }
  }

  func run() throws {
    if mappingTemplate { return try printMappingTemplate() }
    StopSignals.watch()
    let created = try createDatabase()
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
        for warning in report.warnings(onDuplicate: writing.onDuplicate) {
          try StandardStream.error.print(TerminalText.oneLine("warning: \(warning)") + ".\n")
        }
      }
      try report.refusedInputs.forEach { try StandardStream.error.print($0.text) }
      guard report.rejects.count > 0 || !report.refusedInputs.isEmpty else { return }
      try StandardStream.error.print(
        report.rejects.text { self.commandLine(importing: $0) }
      )
      throw ExitCode(ExitStatus.negative)
    } catch let error as ImportError {
      progress.erase()
      let failure = CommandFailure(error, database: database, signal: StopSignals.received)
      // Without batches, an import is a single transaction, so a failed import has stored no
      // records. The created database then has no rows and can be removed.
      let keepsNothing = writing.onError == .abort && writing.batchSize == nil
      if error.code != .interrupted, keepsNothing { created?.remove() }
      guard error.code == .interrupted, !writing.dryRun else { throw failure }
      failure.report()
      try StandardStream.error.print("resume with: " + Self.resumingCommandLine + "\n")
      throw ExitCode(failure.exitCode)
    }
  }

  private func createDatabase() throws -> CreatedDatabase? {
    guard create else { return nil }
    let inference = records.inference(request.inputs, onError: writing.onError)
    do {
      return try CreatedDatabase(path: database, folder: migrations, inference)
    } catch let error as ImportError {
      throw CommandFailure(error, database: database, signal: nil)
    } catch let error as DatabaseError {
      throw CommandFailure(error, database: database, creating: true)
    }
  }

  var inputs: [ImportInput] {
    files.map { records.input(path: $0) }
  }

  private var request: ImportRequest {
    var request = ImportRequest(inputs: inputs)
    request.fields = records.csv.rules
    request.missingKeys = records.key
    request.mapping = records.mapping.map { .file($0) }
    request.numbers = records.numbers
    request.readsBase64 = blobs == .base64
    request.acceptsAnyType = anyType
    request.dangling = dangling
    request.acceptsAnyApplication = application.anyApplication
    writing.apply(to: &request)
    inputOptions.apply(to: &request, isQuiet: quiet)
    return request
  }
}

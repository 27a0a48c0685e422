import ArgumentParser
import StateGraphImport

/// The options of `import` that control how it writes records to the database.
struct WritingOptions: ParsableArguments {
  @Option(
    help: """
      What to do with a record whose key exists: merge, replace (the record replaces the row), \
      ignore (the row is kept) or error. Nested records are always merged.
      """
  )
  var onConflict: ConflictPolicy = .merge

  @Option(
    help: """
      Which of several versions of a row in the inputs wins: last, first, or error to refuse them. \
      The report names the tables and columns with such versions.
      """
  )
  var onDuplicate: DuplicatePolicy = .last

  @Option(
    help: """
      What to do with a bad record: abort, reject (write it to the reject file, which can be \
      corrected and imported) or skip. Except with abort, a file with a wrong header is left out.
      """
  )
  var onError: ErrorPolicy = .abort

  @Option(help: "The number of bad records after which the import ends with status 65.")
  var maxErrors: Int?

  @Option(
    help: "The reject file, which must be new or empty (default: DATABASE.rejects.jsonl).",
    completion: .file()
  )
  var rejects: String?

  @Option(
    help: """
      The number of records in a commit (default: all with --on-error abort, otherwise 5000). \
      An interrupted import resumes after the last commit when it is run again.
      """
  )
  var batchSize: Int?

  @Flag(help: "Read and check all records and report the changes, without writing them.")
  var dryRun = false

  @Flag(help: "Start from the beginning instead of resuming an interrupted import.")
  var restart = false

  func validate() throws {
    if let batchSize, batchSize < 1 {
      throw ValidationError("--batch-size must be at least 1.")
    }
    if dryRun, batchSize != nil || restart {
      throw ValidationError("--dry-run writes nothing: leave out --batch-size and --restart.")
    }
    if let maxErrors, maxErrors < 0 {
      throw ValidationError("--max-errors cannot be negative.")
    }
    if maxErrors != nil, onError == .abort {
      throw ValidationError("--max-errors needs --on-error reject or skip.")
    }
    if rejects != nil, onError != .reject {
      throw ValidationError("--rejects needs --on-error reject.")
    }
  }

  func apply(to request: inout ImportRequest) {
    request.onConflict = onConflict
    request.onDuplicate = onDuplicate
    request.onError = onError
    request.maximumErrors = maxErrors
    request.rejectFilePath = rejects
    request.batchSize = batchSize
    request.isDryRun = dryRun
    request.restarts = restart
  }
}

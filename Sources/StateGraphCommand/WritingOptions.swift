import ArgumentParser
import StateGraphImport

/// The options of an import that say what becomes of its records.
struct WritingOptions: ParsableArguments {
  @Option(
    help: """
      What to do with a record whose key a row has: merge, replace (the row becomes the record), \
      ignore (the row stays) or error. Nested records are always merged.
      """
  )
  var onConflict: ConflictPolicy = .merge

  @Option(
    help: """
      What to do with a bad record: abort, quarantine (write it to a file that can be mended and \
      imported) or skip.
      """
  )
  var onError: ErrorPolicy = .abort

  @Option(help: "End with code 65 when more records than this are bad.")
  var maxErrors: Int?

  @Option(
    help: "The file for bad records, new or empty (default: DATABASE.rejects.jsonl).",
    completion: .file()
  )
  var quarantine: String?

  func validate() throws {
    if let maxErrors, maxErrors < 0 {
      throw ValidationError("--max-errors cannot be negative.")
    }
    if maxErrors != nil, onError == .abort {
      throw ValidationError("--max-errors needs --on-error quarantine or skip.")
    }
    if quarantine != nil, onError != .quarantine {
      throw ValidationError("--quarantine needs --on-error quarantine.")
    }
  }

  func apply(to request: inout ImportRequest) {
    request.onConflict = onConflict
    request.onError = onError
    request.maximumErrors = maxErrors
    request.quarantinePath = quarantine
  }
}

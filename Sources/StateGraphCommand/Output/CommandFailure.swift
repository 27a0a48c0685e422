import Glibc
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// The exit codes, a subset of sysexits.h.
enum ExitStatus {
  static let negative: Int32 = 1
  static let usage: Int32 = 64
  static let badData: Int32 = 65
  static let noInput: Int32 = 66
  static let internalError: Int32 = 70
  static let cannotCreate: Int32 = 73
  static let inputOutput: Int32 = 74
  static let temporary: Int32 = 75
  static let permission: Int32 = 77
  static let schema: Int32 = 78

  /// The discussion in the help of the command. `Scripts/manual` splits the second paragraph at the
  /// semicolons to make a list.
  static let discussion = """
    Data goes to standard output, messages and progress to standard error.

    Exit status: 0 success; 1 finished, but records were rejected or a check found a problem; \
    64 wrong usage; 65 bad data, and only complete batches were committed; 66 an input or the \
    database is missing or cannot be read; 70 a bug; 73 an output cannot be created; 74 a disk \
    failed or is full; 75 the database is locked, try again; 77 permission denied; 78 the schema \
    or the migrations do not match, or the file belongs to another program; 130 and 143 stopped by \
    SIGINT or SIGTERM.
    """
}

/// An error for the user: the message and the exit code.
struct CommandFailure: Error {
  let message: String
  let exitCode: Int32

  init(_ message: String, exitCode: Int32) {
    self.message = message
    self.exitCode = exitCode
  }

  /// - Parameters:
  ///   - error: The error.
  ///   - path: The path of the database.
  ///   - creating: Whether the command creates a missing database.
  init(_ error: DatabaseError, database path: String, creating: Bool = false) {
    let remedy = error.remedy.isEmpty ? "" : " " + error.remedy
    self.init(
      path + ": " + error.message + remedy,
      exitCode: Self.exitCode(of: error, creating: creating)
    )
  }

  init(_ error: ImportError, database path: String, signal: Int32?) {
    if error.code == .interrupted {
      self.init(Self.sentence(error.message), exitCode: 128 + (signal ?? SIGINT))
      return
    }
    if let cause = error.cause as? DatabaseError, error.code == .database {
      let remedy = Self.sentence(error.remedy, after: " ")
      self.init(
        path + ": " + Self.sentence(error.message) + remedy,
        exitCode: Self.exitCode(of: cause, creating: false)
      )
      return
    }
    let location = error.place.map { "\($0): " } ?? ""
    self.init(
      location + Self.sentence(error.message) + Self.sentence(error.remedy, after: " "),
      exitCode: Self.exitCode(of: error.code)
    )
  }

  func report() {
    var text = "stategraph: " + TerminalText.oneLine(message) + "\n"
    text.withUTF8 { _ = StandardStream.error.write(UnsafeRawBufferPointer($0)) }
  }

  private static func sentence(_ text: String, after separator: String = "") -> String {
    guard let last = text.last else { return "" }
    return separator + text + (".?!".contains(last) ? "" : ".")
  }

  private static func exitCode(of code: ImportError.Code) -> Int32 {
    switch code {
    case .unknownTable, .cannotSniff, .invalidRequest: ExitStatus.usage
    case .inputMissing, .inputIsDirectory, .unreadableInput, .databaseMissing: ExitStatus.noInput
    case .permissionDenied: ExitStatus.permission
    case .cannotCreateOutput: ExitStatus.cannotCreate
    case .outputFailed: ExitStatus.inputOutput
    case .noTables, .unsupportedSchema: ExitStatus.schema
    case .database: ExitStatus.internalError
    default: ExitStatus.badData
    }
  }

  private static func exitCode(of error: DatabaseError, creating: Bool) -> Int32 {
    switch error.code {
    case .busy: ExitStatus.temporary
    case .diskFull, .inputOutput: ExitStatus.inputOutput
    case .readOnly, .permission: ExitStatus.permission
    case .cannotOpen: creating ? ExitStatus.cannotCreate : ExitStatus.noInput
    case .notADatabase, .foreignFile, .corrupt, .schemaTooNew, .schemaMismatch, .migrationModified,
      .migrationMissing, .migrationInvalid, .migrationFailed:
      ExitStatus.schema
    default: ExitStatus.internalError
    }
  }
}

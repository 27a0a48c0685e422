import Glibc
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// An error that ends the command. The message is printed for the user, and the process ends with
/// the exit code.
struct CommandFailure: Error {
  let message: String
  let exitCode: Int32

  init(_ message: String, exitCode: Int32) {
    self.message = message
    self.exitCode = exitCode
  }

  /// Converts a database error into a message and an exit code.
  ///
  /// - Parameters:
  ///   - error: The error of the database.
  ///   - path: The path of the database, with which the message begins.
  ///   - creating: Whether the command creates a missing database. If true, a file that cannot be
  ///     opened gives the exit code 73 instead of 66.
  init(_ error: DatabaseError, database path: String, creating: Bool = false) {
    let remedy = Self.remedy(of: error)
    self.init(
      path + ": " + error.message + (remedy.isEmpty ? "" : " " + remedy),
      exitCode: ExitStatus.code(of: error, creating: creating)
    )
  }

  init(_ error: ImportError, database path: String, signal: Int32?) {
    if error.code == .interrupted {
      self.init(Self.sentence(error.message), exitCode: 128 + (signal ?? SIGINT))
      return
    }
    if let cause = error.cause as? DatabaseError, error.code == .database {
      let remedy = Self.sentence(Self.remedy(of: cause), after: " ")
      self.init(
        path + ": " + Self.sentence(error.message) + remedy,
        exitCode: ExitStatus.code(of: cause)
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

  /// The advice of an error. Where the library names a setting, it names the option of the command.
  private static func remedy(of error: DatabaseError) -> String {
    error.code == .foreignFile ? AnyApplicationOption.remedy : error.remedy
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
}

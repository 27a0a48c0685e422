import Glibc
import StateGraphFixtures
import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

extension CommandFailure {
  /// Converts any error of a command that reads a database into a message and an exit code. If the
  /// error means that the reader of the output has closed the pipe, the process ends with exit code
  /// 0 instead.
  init(inspecting error: any Error, database path: String) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as DatabaseError: self.init(error, database: path)
    case let error as ImportError: self.init(error, database: path, signal: StopSignals.received)
    case let error as InspectionError where error.code == .readerGone: exit(0)
    case let error as InspectionError:
      self.init(
        Self.sentence(error.message)
          + (error.remedy.isEmpty ? "" : " " + Self.sentence(error.remedy)),
        exitCode: error.code == .interrupted
          ? 128 + (StopSignals.received ?? SIGINT) : ExitStatus.code(of: error)
      )
    case let error as MaskError:
      self.init(error.description, exitCode: Self.exitCode(of: error.code))
    default:
      self.init("\(path): \(type(of: error)). This is a bug.", exitCode: ExitStatus.internalError)
    }
  }

  private static func sentence(_ text: String) -> String {
    guard let last = text.last else { return "" }
    return ".?!".contains(last) ? text : text + "."
  }

  private static func exitCode(of code: MaskError.Code) -> Int32 {
    switch code {
    case .unnamedColumn, .unknownTable, .unknownColumn, .differentMasks: ExitStatus.schema
    case .invalidMask, .keyInvalid, .refusedRow: ExitStatus.badData
    case .keyMissing: ExitStatus.noInput
    }
  }
}

extension StandardStream {
  /// Writes a remark on a line of its own, with the prefix "note:". Ignores write errors, because a
  /// remark is not essential.
  func note(_ text: String) {
    var line = "note: " + TerminalText.oneLine(text) + ".\n"
    line.withUTF8 { _ = write(UnsafeRawBufferPointer($0)) }
  }
}

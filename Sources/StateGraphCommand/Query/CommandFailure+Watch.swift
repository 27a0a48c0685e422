import ArgumentParser
import Glibc
import StateGraphTools

extension CommandFailure {
  /// Converts an error of a command into a failure with a message and an exit code.
  ///
  /// A watch normally ends when the user interrupts it. An interruption therefore has an exit code
  /// but no message.
  static func ending(
    watch: Bool,
    _ error: any Error,
    database: String
  ) throws -> CommandFailure {
    if watch, let error = error as? InspectionError, error.code == .interrupted {
      throw ExitCode(128 + (StopSignals.received ?? SIGINT))
    }
    return CommandFailure(inspecting: error, database: database)
  }
}

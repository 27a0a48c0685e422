import ArgumentParser
import Glibc
import StateGraphTools

extension CommandFailure {
  /// Returns the failure that stands for an error of a command, with a message and an exit code.
  ///
  /// A command that watches a database normally ends when the user interrupts it. For this
  /// interruption the function throws an `ExitCode` instead, so that no message is printed.
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

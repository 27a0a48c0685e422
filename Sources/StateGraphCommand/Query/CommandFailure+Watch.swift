import ArgumentParser
import Glibc
import StateGraphTools

extension CommandFailure {
  /// Converts an error of a command. The interruption of a watch is its normal end, so only the
  /// exit code reports it, without a message.
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

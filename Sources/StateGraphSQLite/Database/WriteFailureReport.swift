import Logging

/// Reports the error of a write that cannot throw it, such as an assignment.
///
/// Create and use it outside of a write, because it runs user code.
package struct WriteFailureReport {
  private let configuration: Database.Configuration

  package init(of database: Database) { configuration = database.configuration }

  /// Reports the error of a write that was undone.
  package func undone(because error: any Error) {
    report(error, event: "A write failed and was undone")
  }

  /// Reports the error `.notDurable` of a write whose caller can only tell success from an undone
  /// write. The write is committed, so that it counts as a success.
  package func committed(despite error: any Error) {
    report(error, event: "A write is not durable")
  }

  private func report(_ error: any Error, event: String) {
    if let handler = configuration.onWriteFailure { return handler(error) }
    configuration.logger.error("\(event): \(error)")
  }
}

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

/// A write whose caller can only tell success from an undone write.
///
/// A write that is committed but not durable counts as a success. Its error is reported.
package struct CommittedWrite {
  private let database: Database

  package init(to database: Database) { self.database = database }

  /// Runs `body` as `Database.write(_:)` does.
  ///
  /// - Throws: The errors of `Database.write(_:)`. The write is then undone.
  package func run<Result>(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: () throws -> Result
  ) throws -> Result {
    // The body may throw the same error, of a write to another database. The write is then undone.
    var result: Result?
    do {
      try database.write(fileID: fileID, line: line) { result = try body() }
    } catch {
      guard result != nil, DatabaseError.Code.notDurable ~= error else { throw error }
      WriteFailureReport(of: database).committed(despite: error)
    }
    guard let result else { preconditionFailure("A write that has ended has run its body.") }
    return result
  }
}

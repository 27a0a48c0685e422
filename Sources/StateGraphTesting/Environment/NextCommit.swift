import StateGraphThreads

/// What a test has requested for the next commit of its database: code to run before the commit,
/// and a fault.
final class NextCommit: Sendable {
  private struct State {
    var body: (@Sendable () throws -> Void)?
    var fault: CommitFault?
  }

  private let state = Guarded(State())

  /// The last fault that the test has requested. The fault may have happened in the meantime.
  var fault: CommitFault? { state.withLock { $0.fault } }

  func expect(_ fault: CommitFault?) { state.withLock { $0.fault = fault } }

  func set(_ body: (@Sendable () throws -> Void)?) { state.withLock { $0.body = body } }

  /// Whether the test has set code that has not run.
  var isWaiting: Bool { state.withLock { $0.body != nil } }

  /// Runs the code that the test has set. The code is removed first, so that a commit inside the
  /// code does not run it again.
  func run() throws {
    let body = state.withLock { state in
      defer { state.body = nil }
      return state.body
    }
    try body?()
  }
}

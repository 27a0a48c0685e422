import StateGraphThreads

/// The code that a test runs before the next commit, and the fault that it expects.
final class NextCommit: Sendable {
  private struct State {
    var body: (@Sendable () throws -> Void)?
    var fault: CommitFault?
  }

  private let state = Guarded(State())

  /// The last fault that was requested. It may have happened.
  var fault: CommitFault? { state.withLock { $0.fault } }

  func expect(_ fault: CommitFault?) { state.withLock { $0.fault = fault } }

  func set(_ body: (@Sendable () throws -> Void)?) { state.withLock { $0.body = body } }

  /// Whether the code has not run yet.
  var isWaiting: Bool { state.withLock { $0.body != nil } }

  /// Runs the code once. The code can commit itself, because it is removed first.
  func run() throws {
    let body = state.withLock { state in
      defer { state.body = nil }
      return state.body
    }
    try body?()
  }
}

#if PostgreSQL
import StateGraphReplication
import StateGraphSQLite

/// Waits until all local writes are decided, and everything that the server has committed before is
/// in the file.
struct CatchUp {
  let worker: FileWorker
  let pusher: Pusher

  func wait() async throws {
    let newest = try await worker.newestSequence()
    try await wait { replica in replica.decided >= newest }
    // The echo of this transaction comes after everything that was committed before it.
    let position = try await pusher.touch()
    try await wait { replica in replica.position.bits >= position.rawValue }
  }

  private func wait(until isDone: (Replica) -> Bool) async throws {
    while !isDone(try await worker.replica()) {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// Where a file is when it has what the server had as its feed began.
struct CatchUpGoal {
  /// The end of the server's log then.
  let end: LogPosition
  /// The number of bytes before the end about which a feed does not tell, because they contain
  /// nothing for the file.
  let slack: UInt64

  func isReached(at position: LogPosition) -> Bool {
    end.rawValue <= position.rawValue || end.rawValue - position.rawValue <= slack
  }
}
#endif

#if PostgreSQL
import StateGraphReplication

/// Sends the local writes of a file as they are committed.
struct PushLoop {
  let worker: FileWorker
  let pusher: Pusher
  let commits: LocalCommits
  /// The number of the last transaction that was sent before.
  let lastSent: Int64
  /// Called with an error that the server gives repeatedly, and with nil after it has passed.
  let report: @Sendable (ReplicationError?) async -> Void

  /// - Throws: The error that ended the connection, or that stops the replication.
  func run() async throws {
    var last = lastSent
    var pause = RetryPause()
    var failureCount = 0
    while true {
      let batch = try await worker.pending(after: last)
      if batch.isEmpty {
        await commits.next()
        try Task.checkCancellation()
        continue
      }
      let outcomes = try await pusher.push(batch)
      for (outgoing, outcome) in zip(batch, outcomes) {
        switch outcome {
        case .applied, .alreadyDecided, .refused:
          last = outgoing.transaction.sequence
          pause.reset()
          // One failure of many is a conflict with another transaction.
          if failureCount > 1 { await report(nil) }
          failureCount = 0
        case .stopped(let error): throw error
        case .tryAgain(let error):
          guard error.sqlState != nil else { throw error }
          failureCount += 1
          if failureCount > 1 { await report(error) }
          try await Task.sleep(for: pause.next())
        case .notSent: break
        }
      }
    }
  }
}
#endif

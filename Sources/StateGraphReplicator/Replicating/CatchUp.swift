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
#endif

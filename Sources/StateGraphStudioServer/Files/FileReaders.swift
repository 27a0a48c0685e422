import StateGraphSQLite
import StateGraphThreads
import StateGraphTools

/// Threads that read the database file. Each has a connection of its own.
///
/// Reads block, and a task that blocks would occupy one of the few threads that all tasks share.
final class FileReaders: Sendable {
  private typealias Job = @Sendable (ReaderSession) -> Void

  private struct Queue {
    var jobs: [Job] = []
    var isClosed = false
  }

  private let queue = Monitor(Queue())

  /// Starts `count` threads. ``close()`` ends them.
  init(path: String, count: Int) {
    for _ in 0..<count {
      let thread = SystemThread { [queue] in
        let session = ReaderSession(path: path)
        while let job = FileReaders.next(queue) { job(session) }
      }
      thread?.detach()
    }
  }

  /// Ends the threads after the jobs that they have begun.
  func close() {
    queue.change { $0.isClosed = true }
  }

  private static func next(_ queue: Monitor<Queue>) -> Job? {
    while true {
      queue.wait { $0.isClosed || !$0.jobs.isEmpty }
      let (job, isClosed) = queue.change { queue -> (Job?, Bool) in
        (queue.jobs.isEmpty ? nil : queue.jobs.removeFirst(), queue.isClosed)
      }
      if let job { return job }
      if isClosed { return nil }
    }
  }

  /// Runs `body` on one of the threads, and returns its result.
  ///
  /// - Throws: ``StudioError``, also for every other error of `body`.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (ReaderSession) throws -> Result
  ) async throws(StudioError) -> Result {
    let result = await withCheckedContinuation { continuation in
      queue.change { queue in
        queue.jobs.append { session in
          continuation.resume(returning: Swift.Result { try body(session) })
        }
      }
    }
    do {
      return try result.get()
    } catch {
      throw StudioError(error)
    }
  }
}

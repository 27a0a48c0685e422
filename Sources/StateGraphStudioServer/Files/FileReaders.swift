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
    var threadCount = 0
    for _ in 0..<count {
      let thread = SystemThread { [queue] in
        let session = ReaderSession(path: path)
        while let job = FileReaders.next(queue) { job(session) }
      }
      guard let thread else { continue }
      thread.detach()
      threadCount += 1
    }
    // Without a thread, a job would never run.
    if threadCount == 0 { close() }
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
  /// - Throws: ``StudioError``, also for every other error of `body`, and after ``close()``.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable (ReaderSession) throws -> Result
  ) async throws(StudioError) -> Result {
    let result: Swift.Result<Result, any Error> = await withCheckedContinuation { continuation in
      let isClosed = queue.change { queue in
        guard !queue.isClosed else { return true }
        queue.jobs.append { session in
          continuation.resume(returning: Swift.Result { try body(session) })
        }
        return false
      }
      if isClosed { continuation.resume(returning: .failure(StudioError.internalError)) }
    }
    do {
      return try result.get()
    } catch {
      throw StudioError(error)
    }
  }
}

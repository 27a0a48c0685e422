import StateGraphThreads

/// Runs jobs one after the other on a separate thread.
///
/// The jobs wait for the writer lock, so they must not block a thread of Swift's cooperative pool.
/// That pool has only one thread for each core.
///
/// The separate thread starts with the first job and ends when no job is left.
final class WriteQueue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Guarded(State())

  func enqueue(_ job: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { startThread() }
  }

  private func startThread() {
    guard let thread = SystemThread({ self.run() }) else {
      // The system cannot start another thread, so the calling thread runs the jobs.
      return run()
    }
    thread.detach()
  }

  private func run() {
    while let jobs = takeJobs() {
      for job in jobs { job() }
    }
  }

  private func takeJobs() -> [@Sendable () -> Void]? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.isRunning = false
        return nil
      }
      defer { state.jobs = [] }
      return state.jobs
    }
  }
}

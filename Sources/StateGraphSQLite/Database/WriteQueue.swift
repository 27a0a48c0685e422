import StateGraphThreads

/// Runs what waits for the turn on a thread of its own, one after the other: a task that waits must
/// not hold a thread of the cooperative pool, which has as many as there are cores.
///
/// The thread begins with the first job and ends with the last.
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
      // Without another thread the jobs run on this one: late, but they run.
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

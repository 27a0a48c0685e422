#if PostgreSQL
import StateGraphThreads

/// A thread on which an actor runs, so that waits for the network block none of the threads that
/// Swift's tasks share.
package final class ConnectionThread: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isEnded = false
  }

  private let state = Monitor(State())
  /// Whether the system could create the thread. Otherwise jobs run where they are enqueued.
  private let isRunning: Bool

  package init() {
    let state = state
    let reference = ThreadReference()
    let thread = SystemThread {
      while let jobs = Self.next(state) {
        guard let executor = reference.executor.withLock({ $0 }) else { return }
        for job in jobs { job.runSynchronously(on: executor) }
      }
    }
    thread?.detach()
    isRunning = thread != nil
    reference.executor.withLock { $0 = asUnownedSerialExecutor() }
  }

  deinit { state.change { $0.isEnded = true } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard isRunning else { return job.runSynchronously(on: asUnownedSerialExecutor()) }
    state.change { $0.jobs.append(job) }
  }

  /// Waits for jobs. Returns nil at the end of the executor.
  private static func next(_ state: Monitor<State>) -> [UnownedJob]? {
    state.wait { $0.isEnded || !$0.jobs.isEmpty }
    return state.change { state in
      guard !state.jobs.isEmpty else { return nil }
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  /// The executor as its thread finds it. A strong reference would keep the executor for ever.
  private final class ThreadReference: Sendable {
    let executor = Guarded<UnownedSerialExecutor?>(nil)
  }
}
#endif

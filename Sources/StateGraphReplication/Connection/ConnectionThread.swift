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

  /// - Throws: `.inputOutput` if the system cannot create the thread.
  package init() throws(ReplicationError) {
    let state = state
    let reference = ThreadReference()
    let thread = SystemThread {
      while let jobs = Self.next(state) {
        guard let executor = reference.executor.withLock({ $0 }) else { return }
        for job in jobs { job.runSynchronously(on: executor) }
      }
    }
    guard let thread else {
      throw ReplicationError(
        .inputOutput,
        "The system has no thread left for a connection.",
        remedy: "Raise the limit of processes (ulimit -u)."
      )
    }
    reference.executor.withLock { $0 = asUnownedSerialExecutor() }
    thread.detach()
  }

  deinit { state.change { $0.isEnded = true } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
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

  /// The executor as its thread finds it. With a strong reference, the thread would keep the
  /// executor alive.
  private final class ThreadReference: Sendable {
    let executor = Guarded<UnownedSerialExecutor?>(nil)
  }
}
#endif

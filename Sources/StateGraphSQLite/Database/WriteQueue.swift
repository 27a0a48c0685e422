import StateGraphThreads

/// Runs jobs one after the other on a separate thread.
///
/// The jobs wait for the writer lock, so they must not block a thread of Swift's cooperative pool.
/// That pool has only one thread for each core.
///
/// With full durability, a job leaves an unfinished write, which waits for a flush of the disk. The
/// queue then runs the next jobs first, so that one flush covers all of them.
///
/// The separate thread starts with the first job and ends when no job is left.
final class WriteQueue: Sendable {
  /// A write that has committed but has not returned to its task.
  struct Unfinished {
    /// Waits for the flush and calls observers. Returns a closure that resumes the task.
    let finish: () -> () -> Void
  }

  /// A job. Its parameter tells whether another job follows before the returned write is finished.
  typealias Job = @Sendable (Bool) -> Unfinished?

  private struct State {
    var jobs: [Job] = []
    var isRunning = false
  }

  private let state = Guarded(State())
  /// Returns how long unfinished writes may be collected, in nanoseconds.
  private let collectingNanoseconds: @Sendable () -> Int64

  /// - Parameter collectingNanoseconds: Returns how long unfinished writes may be collected before
  ///   they are finished, in nanoseconds.
  init(collectingFor collectingNanoseconds: @escaping @Sendable () -> Int64 = { 0 }) {
    self.collectingNanoseconds = collectingNanoseconds
  }

  /// Appends a job that leaves no unfinished write.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    enqueue { _ in
      job()
      return nil
    }
  }

  func enqueue(_ job: @escaping Job) {
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
    var unfinished: [Unfinished] = []
    var end: Int64 = 0
    while let jobs = takeJobs() {
      for (index, job) in jobs.enumerated() {
        if let rest = job(index + 1 < jobs.count || hasJobs) {
          if unfinished.isEmpty { end = monotonicNanoseconds() + collectingNanoseconds() }
          unfinished.append(rest)
        }
        if !unfinished.isEmpty, monotonicNanoseconds() >= end { finish(&unfinished) }
      }
      // Jobs may have arrived meanwhile. Only an empty queue makes the collected writes end early.
      if !hasJobs { finish(&unfinished) }
    }
  }

  /// Finishes all writes, and then resumes their tasks. The first one waits for a flush that covers
  /// all of them.
  private func finish(_ unfinished: inout [Unfinished]) {
    let resumptions = unfinished.map { $0.finish() }
    unfinished = []
    for resume in resumptions { resume() }
  }

  private var hasJobs: Bool { state.withLock { !$0.jobs.isEmpty } }

  /// Returns the waiting jobs. Returns nil if there are none, and this thread ends.
  private func takeJobs() -> [Job]? {
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

import StateGraphThreads

/// Runs jobs one after the other on a separate thread.
///
/// The jobs wait for the writer lock, so they must not block a thread of Swift's cooperative pool.
/// That pool has only one thread for each core.
///
/// With full durability, a job leaves an unfinished write, which waits for a flush of the disk. The
/// queue then runs the next jobs first, so that one flush covers all of them. A job that would have
/// to wait for a lock runs after that flush.
///
/// The separate thread starts with the first job and ends when no job is left.
final class WriteQueue: Sendable {
  /// A write that has committed but has not returned to its task.
  struct Unfinished {
    /// Waits for the flush and calls observers. Returns a closure that resumes the task.
    let finish: () -> () -> Void
  }

  /// The circumstances in which a write runs.
  struct Conditions {
    /// Whether another write follows before this one is finished. With full durability, both then
    /// share a flush.
    let hasFollower: Bool
    /// Whether the write may wait for locks. False while an earlier write is unfinished, which
    /// would have to wait as well, for the body of any other write.
    let mayWait: Bool

    /// A write that is finished before its thread runs another one.
    static let alone = Conditions(hasFollower: false, mayWait: true)

    /// How long to wait for other processes. Nil for the busy timeout.
    var timeout: Duration? { mayWait ? nil : .zero }
  }

  enum Outcome {
    case ended
    case unfinished(Unfinished)
    /// The job has done nothing, because a lock is taken.
    case wouldWait
  }

  typealias Job = @Sendable (Conditions) -> Outcome

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
      return .ended
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
        let hasFollower = index + 1 < jobs.count || hasJobs
        if let rest = run(job, hasFollower: hasFollower, after: &unfinished) {
          if unfinished.isEmpty { end = monotonicNanoseconds() + collectingNanoseconds() }
          unfinished.append(rest)
        }
        if !unfinished.isEmpty, monotonicNanoseconds() >= end { finish(&unfinished) }
      }
      // Jobs may have arrived meanwhile. Only an empty queue makes the collected writes end early.
      if !hasJobs { finish(&unfinished) }
    }
  }

  /// Runs a job. If it would have to wait for a lock, first finishes the earlier writes.
  private func run(
    _ job: Job,
    hasFollower: Bool,
    after unfinished: inout [Unfinished]
  ) -> Unfinished? {
    var outcome = job(Conditions(hasFollower: hasFollower, mayWait: unfinished.isEmpty))
    if case .wouldWait = outcome {
      finish(&unfinished)
      outcome = job(Conditions(hasFollower: hasFollower, mayWait: true))
    }
    if case .unfinished(let rest) = outcome { return rest }
    return nil
  }

  /// Finishes all writes, and then resumes their tasks. The first one waits for a flush that covers
  /// all of them.
  private func finish(_ unfinished: inout [Unfinished]) {
    let resumptions = unfinished.map { $0.finish() }
    unfinished = []
    for resume in resumptions { resume() }
  }

  /// How many jobs wait for the job that runs. Jobs that its thread has taken already do not count.
  var waitingCount: Int { state.withLock(\.jobs.count) }

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

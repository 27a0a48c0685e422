import StateGraphThreads

/// Runs jobs one after the other on separate threads.
///
/// The jobs wait for the writer lock, so they must not block a thread of Swift's cooperative pool.
/// That pool has only one thread for each core.
///
/// One thread at a time has the queue and runs its jobs. With full durability, a job leaves an
/// unfinished write, which waits for a flush of the disk. Before its thread waits, it gives the
/// queue to another thread. That thread runs the next jobs meanwhile, so that one flush covers all
/// of them. An unfinished write therefore never waits for a later job, whose body may wait for it.
///
/// The first thread starts with the first job. All threads end when no job is left.
final class WriteQueue: Sendable {
  /// A write that has released the writer lock but has not returned to its task.
  struct Unfinished {
    /// Waits for the flush of the disk. Returns its failure, or nil. This property is nil if the
    /// write needs no flush.
    let waitForFlush: (() -> DatabaseError?)?
    /// Calls observers, and resumes the task. The parameter is the failure of the flush.
    let end: (DatabaseError?) -> Void
  }

  /// The parameter tells whether another job waits. With full durability, both then share a flush.
  typealias Job = @Sendable (_ hasFollower: Bool) -> Unfinished?

  /// What a thread does after it has rested.
  private enum Order {
    case takesQueue, ends
  }

  private struct State {
    var jobs = JobList()
    /// Whether a thread has the queue, or was told to take it.
    var isTaken = false
    /// How many threads run a job or finish a write.
    var busyCount = 0
    /// The threads that wait for an order.
    var resting: [Monitor<Order?>] = []
    /// Tells whether the newest unfinished write has ended. Nil if all writes have ended.
    var newestEnd: Monitor<Bool>?

    mutating func takeQueue() {
      isTaken = true
      busyCount += 1
    }
  }

  private let state = Guarded(State())
  private let threadLimit: Int

  /// - Parameter threadLimit: The maximum number of threads. If all of them finish writes, the next
  ///   job waits for the first of them.
  init(threadLimit: Int = 64) { self.threadLimit = threadLimit }

  /// Appends a job that leaves no unfinished write.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    enqueue { _ in
      job()
      return nil
    }
  }

  func enqueue(_ job: @escaping Job) {
    state.withLock { $0.jobs.append(job) }
    if callThread() { return }
    // The system cannot start another thread, so the calling thread runs the jobs.
    repeat { serve() } while leave(mayRest: false)
  }

  /// How many jobs wait for the job that runs.
  var waitingCount: Int { state.withLock(\.jobs.count) }

  /// The number of threads that have not ended.
  var threadCount: Int { state.withLock { $0.busyCount + $0.resting.count } }

  // MARK: Threads

  private enum Call {
    case none, start
    case wake(Monitor<Order?>)
  }

  /// Lets a thread take the queue, if a job waits and no thread has the queue.
  ///
  /// If all threads finish writes, the first of them takes the queue after its write.
  ///
  /// - Returns: False if no thread could be started. The calling thread then has the queue.
  private func callThread() -> Bool {
    let call = state.withLock { state -> Call in
      guard !state.isTaken, !state.jobs.isEmpty else { return .none }
      if let thread = state.resting.popLast() {
        state.takeQueue()
        return .wake(thread)
      }
      guard state.busyCount < threadLimit else { return .none }
      state.takeQueue()
      return .start
    }
    switch call {
    case .none: break
    case .wake(let thread): thread.change { $0 = .takesQueue }
    case .start:
      guard let thread = SystemThread({ self.live() }) else { return false }
      thread.detach()
    }
    return true
  }

  private func live() {
    repeat { serve() } while leave(mayRest: true)
  }

  /// Runs jobs until no job is left, or until another thread may take the queue.
  private func serve() {
    while let (job, hasFollower) = takeJob() {
      guard let write = job(hasFollower) else { continue }
      guard finish(write) else { return }
    }
  }

  /// Waits for the flush of a write and for the end of the earlier writes, and ends the write.
  ///
  /// - Returns: Whether this thread still has the queue.
  private func finish(_ write: Unfinished) -> Bool {
    if write.waitForFlush == nil, state.withLock({ $0.newestEnd == nil }) {
      write.end(nil)
      return true
    }
    let ownEnd = Monitor(false)
    let earlierEnd = state.withLock { state in
      defer { state.newestEnd = ownEnd }
      return state.newestEnd
    }
    let keepsQueue = !giveQueue()
    let failure = write.waitForFlush?()
    earlierEnd?.wait { $0 }
    write.end(failure)
    ownEnd.change { $0 = true }
    state.withLock { if $0.newestEnd === ownEnd { $0.newestEnd = nil } }
    return keepsQueue
  }

  /// Lets another thread take the queue.
  ///
  /// - Returns: False if no thread could be started. This thread then keeps the queue.
  private func giveQueue() -> Bool {
    state.withLock { $0.isTaken = false }
    if callThread() { return true }
    state.withLock { $0.busyCount -= 1 }
    return false
  }

  /// Returns the next job. Returns nil if there is none, and the calling thread has the queue no
  /// longer.
  private func takeJob() -> (job: Job, hasFollower: Bool)? {
    state.withLock { state in
      guard let job = state.jobs.removeFirst() else {
        state.isTaken = false
        return nil
      }
      return (job, !state.jobs.isEmpty)
    }
  }

  /// Ends the work of a thread that has no longer the queue. The thread rests while other threads
  /// are busy, because they can give it the queue.
  ///
  /// - Returns: Whether the thread has the queue again. Otherwise, it must end.
  private func leave(mayRest: Bool) -> Bool {
    let rest = Monitor<Order?>(nil)
    let (order, ended) = state.withLock { state -> (Order?, [Monitor<Order?>]) in
      state.busyCount -= 1
      if !state.isTaken, !state.jobs.isEmpty {
        state.takeQueue()
        return (.takesQueue, [])
      }
      if state.busyCount > 0 {
        guard mayRest else { return (.ends, []) }
        state.resting.append(rest)
        return (nil, [])
      }
      defer { state.resting = [] }
      return (.ends, state.resting)
    }
    for thread in ended { thread.change { $0 = .ends } }
    if let order { return order == .takesQueue }
    rest.wait { $0 != nil }
    return rest.read { $0 == .takesQueue }
  }
}

/// The jobs of a queue in their order.
private struct JobList {
  private var appended: [WriteQueue.Job] = []
  /// The jobs before the appended ones, the first one last.
  private var next: [WriteQueue.Job] = []

  var count: Int { appended.count + next.count }
  var isEmpty: Bool { appended.isEmpty && next.isEmpty }

  mutating func append(_ job: @escaping WriteQueue.Job) { appended.append(job) }

  mutating func removeFirst() -> WriteQueue.Job? {
    if next.isEmpty {
      next = appended.reversed()
      appended = []
    }
    return next.popLast()
  }
}

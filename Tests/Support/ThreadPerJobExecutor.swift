/// Runs each job of a task on a thread of its own, so that a task goes on somewhere else after
/// every suspension.
public final class ThreadPerJobExecutor: TaskExecutor {
  /// One for each job so far.
  public let jobs = Recorder<Void>()

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.record(())
    let executor = asUnownedTaskExecutor()
    _ = BackgroundThread { job.runSynchronously(on: executor) }
  }
}

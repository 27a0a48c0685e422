/// Runs each job of a task on a new thread, so that a task continues on another thread after each
/// suspension.
///
/// It leaves out priorities and the limit of threads of the default executor, which often continues a
/// task on the same thread.
public final class ThreadPerJobExecutor: TaskExecutor {
  /// One element for each job that the executor has started.
  public let jobs = Recorder<Void>()

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.record(())
    let executor = asUnownedTaskExecutor()
    _ = BackgroundThread { job.runSynchronously(on: executor) }
  }
}

public import StateGraphFormats
import StateGraphThreads
import Synchronization

/// An import that runs on its own thread, so that it does not block Swift tasks.
///
/// An `ImportTask` may be used from any thread. The import continues to its end unless it is
/// cancelled, even if the program uses neither its streams nor its report.
public final class ImportTask: Sendable {
  /// The progress of the import. The stream ends when the import ends.
  ///
  /// The stream keeps only the latest value, so a slow reader misses older values. Only one Swift
  /// task may read the stream.
  public let progress: AsyncStream<ImportProgress>
  /// The messages of the import. The stream ends when the import ends, and no message is lost.
  ///
  /// For example, the import reports that it continues an interrupted run. Only one Swift task
  /// may read the stream.
  public let notices: AsyncStream<ImportNotice>

  private let isCancelled = Atomic<Bool>(false)
  private let ending = Guarded<Ending>(.open([]))

  private enum Ending: Sendable {
    /// The import is still running. Each element of the array is a call of `report` that waits for
    /// the end of the import.
    case open([CheckedContinuation<Outcome, Never>])
    case closed(Outcome)
  }

  private typealias Outcome = Result<ImportReport, ImportError>

  fileprivate init(_ importer: Importer, request: ImportRequest) {
    let (progress, progressEnd) = AsyncStream<ImportProgress>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    let (notices, noticesEnd) = AsyncStream<ImportNotice>.makeStream()
    self.progress = progress
    self.notices = notices
    let thread = SystemThread { [self] in
      let outcome: Outcome
      do throws(ImportError) {
        outcome = .success(
          try importer.run(request) { state in
            progressEnd.yield(state)
            return self.isCancelled.load(ordering: .relaxed) ? .stop : .proceed
          } notice: { notice in
            noticesEnd.yield(notice)
          }
        )
      } catch {
        outcome = .failure(error)
      }
      progressEnd.finish()
      noticesEnd.finish()
      close(outcome)
    }
    if let thread {
      thread.detach()
    } else {
      progressEnd.finish()
      noticesEnd.finish()
      close(.failure(ImportError(.database, "the system cannot create a thread for the import")))
    }
  }

  /// Requests the import to stop, and returns at once.
  ///
  /// The import commits the records that it has read, so that a later run can resume it. The import
  /// then ends with the error ``ImportError/Code/interrupted``.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Waits for the end of the import and returns its report.
  ///
  /// If the waiting Swift task is cancelled, the import is cancelled too.
  public func report() async throws(ImportError) -> ImportReport {
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in wait(continuation) }
    } onCancel: {
      cancel()
    }
    return try outcome.get()
  }

  private func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
    let outcome = ending.withLock { ending -> Outcome? in
      switch ending {
      case .closed(let outcome): return outcome
      case .open(let waiting):
        ending = .open(waiting + [continuation])
        return nil
      }
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  private func close(_ outcome: Outcome) {
    let waiting = ending.withLock { ending -> [CheckedContinuation<Outcome, Never>] in
      defer { ending = .closed(outcome) }
      if case .open(let waiting) = ending { return waiting }
      return []
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }
}

extension Importer {
  /// Starts an import on a new thread, and returns at once.
  public func start(_ request: ImportRequest) -> ImportTask { ImportTask(self, request: request) }
}

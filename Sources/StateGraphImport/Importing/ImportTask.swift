public import StateGraphFormats
import StateGraphThreads
import Synchronization

/// An import that runs on a thread of its own, so that it holds up no task of the program.
///
/// May be used from any task. It goes on whether or not somebody watches; let it end, or cancel it.
public final class ImportTask: Sendable {
  /// How far the import is. A watcher that is slower than the import sees the latest state and
  /// misses those before; the sequence ends with the import. For one watcher.
  public let progress: AsyncStream<ImportProgress>
  /// What the import has to say, such as where it is resumed; ends with the import. For one
  /// watcher.
  public let notices: AsyncStream<ImportNotice>

  private let isCancelled = Atomic<Bool>(false)
  private let ending = Guarded<Ending>(.open([]))

  private enum Ending: Sendable {
    /// Those who wait.
    case open([CheckedContinuation<Outcome, Never>])
    case closed(Outcome)
  }

  private typealias Outcome = Result<ImportReport, ImportError>

  fileprivate init(_ importer: Importer, _ request: ImportRequest) {
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
      close(.failure(ImportError(.database, "the system has no thread left for the import")))
    }
  }

  /// Asks the import to stop: it commits what it has read, with a checkpoint, and ends with
  /// ``ImportError/Code/interrupted``. Returns at once.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Waits for the end. Cancelling the task that waits cancels the import.
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
  /// Starts an import on a thread of its own and returns at once.
  public func start(_ request: ImportRequest) -> ImportTask { ImportTask(self, request) }
}

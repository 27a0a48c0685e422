import StateGraphSQLite
import StateGraphThreads

/// Objects and errors of a write that must wait until the write lock has been released.
///
/// The `deinit` of an object and a log handler are user code, which may want the write lock again.
final class WriteRemainders: @unchecked Sendable {
  // SAFETY: `released` and `failures` belong to the thread that holds the write lock; `finished`
  // guards itself.

  /// What is left of one write.
  private struct Remainder: @unchecked Sendable {
    // SAFETY: the objects are only released.
    let released: [AnyObject]
    let failures: [any Error]
  }

  @exclusivity(unchecked) private var released: [AnyObject] = []
  @exclusivity(unchecked) private var failures: [any Error] = []
  /// The remainders of writes that have ended, until their threads have released the write lock.
  private let finished = Guarded<[Remainder]>([])

  /// Keeps objects for the end of the open write.
  func keep(_ objects: [AnyObject]) { released += objects }

  /// Takes over the objects and errors that the publication of a commit has left for later.
  func take(_ commit: CommitContext) {
    released = commit.released
    failures = commit.failures
  }

  /// Stores the objects and errors of the finished write. Call after COMMIT or ROLLBACK, with the
  /// write lock still held.
  func writeWillEnd() {
    guard !released.isEmpty || !failures.isEmpty else { return }
    let remainder = Remainder(released: released, failures: failures)
    (released, failures) = ([], [])
    finished.withLock { $0.append(remainder) }
  }

  /// Calls `body`, releases the objects, and returns the errors. Call after the write lock has been
  /// released.
  func finish(_ body: () -> Void) -> [any Error] {
    let remainders = finished.withLock { finished in
      defer { finished = [] }
      return finished
    }
    body()
    return remainders.flatMap(\.failures)
  }
}

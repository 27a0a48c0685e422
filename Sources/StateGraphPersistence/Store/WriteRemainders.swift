import StateGraphSQLite
import StateGraphThreads

/// Objects and errors of a write that must wait until the write lock has been released.
///
/// The `deinit` of an object and a log handler are user code, which may try to take the write lock.
final class WriteRemainders: @unchecked Sendable {
  // SAFETY: only the thread that holds the write lock uses `released` and `failures`. `finished`
  // has its own lock.

  /// The objects to release and the errors to log of one finished write.
  private struct Remainder: @unchecked Sendable {
    // SAFETY: the objects are only released, and never used.
    let released: [AnyObject]
    let failures: [any Error]
  }

  @exclusivity(unchecked) private var released: [AnyObject] = []
  @exclusivity(unchecked) private var failures: [any Error] = []
  /// The objects and errors of finished writes whose threads have not released the write lock yet.
  private let finished = Guarded<[Remainder]>([])

  /// Retains objects until the open write has ended and the write lock has been released.
  func keep(_ objects: [AnyObject]) { released += objects }

  /// Retains an object until the open write has ended and the write lock has been released.
  func keep(_ object: AnyObject) { released.append(object) }

  /// Takes the objects and errors that the publication of a commit has collected for later.
  ///
  /// Objects that are already retained for the write stay retained.
  func take(_ commit: CommitContext) {
    released += commit.released
    failures += commit.failures
  }

  /// Stores the objects and errors of the finished write.
  ///
  /// Call after COMMIT or ROLLBACK, while the write lock is still held.
  func writeWillEnd() {
    guard !released.isEmpty || !failures.isEmpty else { return }
    let remainder = Remainder(released: released, failures: failures)
    (released, failures) = ([], [])
    finished.withLock { $0.append(remainder) }
  }

  /// Calls `body`, releases the objects of finished writes, and returns their errors.
  ///
  /// Call after the write lock has been released.
  func finish(_ body: () -> Void) -> [any Error] {
    let remainders = finished.withLock { finished in
      defer { finished = [] }
      return finished
    }
    body()
    return remainders.flatMap(\.failures)
  }
}

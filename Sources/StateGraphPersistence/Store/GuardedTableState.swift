import StateGraphThreads

/// The state of a table together with its lock.
///
/// A search in the identity map retains each state that it compares. The last reference to a state
/// must not be released under the lock, because the `deinit` of the state takes the lock. This type
/// releases the compared states after the lock.
final class GuardedTableState: Sendable {
  private let state: Guarded<TableState>

  init(_ state: sending TableState) { self.state = Guarded(state) }

  /// Calls `body` with the state while the lock is held.
  ///
  /// `body` must not call user code, must not take another lock, and must not release an entity's
  /// state: it returns each state that it has found.
  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: (inout TableState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, compared) = try state.withLock { table throws(Failure) in
      (try body(&table), table.takeCompared())
    }
    withExtendedLifetime(compared) {}
    return result
  }
}

import StateGraphThreads

/// The requests to check a database file for commits of other processes, and which of these
/// requests a check has answered.
///
/// At most one thread checks at a time. A thread that has found commits calls observers after its
/// check. An observer may wait for the next check, which another thread then has to run.
///
/// Thread-safe.
final class CheckRequests: Sendable {
  private struct State {
    /// The number of the newest request.
    var requested: UInt64 = 0
    /// The newest request that a finished check has answered.
    var answered: UInt64 = 0
    /// The newest request whose answer a thread waits for.
    var awaited: UInt64 = 0
    /// Whether a thread is checking, or is about to check.
    var isChecking = false
    /// The number of threads that have finished a check and are calling observers now.
    var notifyingCount = 0
  }

  private let state = Monitor<State>(State())

  /// Adds a request to check the file.
  ///
  /// - Parameter isAwaited: Whether the caller is going to wait for the answer. If not, a thread
  ///   that is calling observers now checks the file again after these calls.
  /// - Returns: The number to pass to ``wait(for:or:)``, and whether the caller has to start a
  ///   check.
  func add(isAwaited: Bool) -> (number: UInt64, startsCheck: Bool) {
    state.change { state in
      state.requested += 1
      if isAwaited { state.awaited = state.requested }
      let startsCheck = !state.isChecking && (isAwaited || state.notifyingCount == 0)
      if startsCheck { state.isChecking = true }
      return (state.requested, startsCheck)
    }
  }

  /// Runs checks until every request is answered that was added before the last check began.
  ///
  /// - Parameters:
  ///   - check: Checks the file. If it finds commits, it must call its argument after all live
  ///     objects include these commits, and before it calls observers. The reason is that an
  ///     observer may read and then wait for the next check. If it finds no commit, it does not
  ///     call its argument.
  ///   - startAnother: Starts a check on another thread. Called if a thread waits for a request and
  ///     this thread is about to call observers.
  func answer(_ check: (() -> Void) -> Void, startAnother: @escaping () -> Void) {
    repeat {
      let requested = state.change { $0.requested }
      var notifies = false
      check {
        notifies = true
        if willNotify(requested) { startAnother() }
      }
      if notifies { didNotify() } else { didCheck(requested) }
    } while beginCheck()
  }

  /// Waits until a check has answered the request or `isPublished` returns true.
  func wait(for number: UInt64, or isPublished: () -> Bool) {
    state.wait { $0.answered >= number || isPublished() }
  }

  /// Wakes the threads that wait in ``wait(for:or:)``, so that they call `isPublished` again.
  func wakeWaiting() { state.change { _ in } }

  /// Records that this thread is about to call observers.
  ///
  /// - Returns: Whether another thread has to check the file during these calls.
  private func willNotify(_ requested: UInt64) -> Bool {
    state.change { state in
      state.answered = max(state.answered, requested)
      state.notifyingCount += 1
      state.isChecking = state.awaited > state.answered
      return state.isChecking
    }
  }

  private func didNotify() { state.change { $0.notifyingCount -= 1 } }

  private func didCheck(_ requested: UInt64) {
    state.change { state in
      state.answered = max(state.answered, requested)
      state.isChecking = false
    }
  }

  private func beginCheck() -> Bool {
    state.change { state in
      guard !state.isChecking, state.requested > state.answered else { return false }
      state.isChecking = true
      return true
    }
  }
}

import StateGraphThreads

/// The requests to check a file for the commits of other processes, and which of them a check has
/// answered.
///
/// At most one thread checks at a time. A thread that has found commits calls observers afterwards,
/// and an observer may wait for the next check; another thread then has to run that check.
///
/// Thread-safe.
final class CheckRequests: Sendable {
  private struct State {
    /// The number of the newest request.
    var requested: UInt64 = 0
    /// The newest request that a finished check has answered.
    var answered: UInt64 = 0
    /// The newest request that a thread waits for.
    var awaited: UInt64 = 0
    /// Whether a thread checks, or is about to.
    var isChecking = false
    /// The number of threads that have checked and call observers now.
    var notifyingCount = 0
  }

  private let state = Monitor<State>(State())

  /// Adds a request.
  ///
  /// - Parameter isAwaited: Whether the caller is going to wait for the answer. Otherwise a thread
  ///   that calls observers now checks again after them.
  /// - Returns: The number to wait for, and whether the caller has to start a check.
  func add(isAwaited: Bool) -> (number: UInt64, startsCheck: Bool) {
    state.change { state in
      state.requested += 1
      if isAwaited { state.awaited = state.requested }
      let startsCheck = !state.isChecking && (isAwaited || state.notifyingCount == 0)
      if startsCheck { state.isChecking = true }
      return (state.requested, startsCheck)
    }
  }

  /// Checks until every request is answered that was added before the last check began.
  ///
  /// - Parameters:
  ///   - check: Checks the file. It calls its argument after everything live includes the commits
  ///     that it found and before it calls observers, because an observer may read and then wait
  ///     for the next check. It does not call its argument where it found no commit.
  ///   - startAnother: Starts a check on another thread, because a request is awaited and this
  ///     thread is about to call observers.
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

  /// Waits until a check has answered the request, or `isPublished` returns true.
  func wait(for number: UInt64, or isPublished: () -> Bool) {
    state.wait { $0.answered >= number || isPublished() }
  }

  /// Wakes the threads in ``wait(for:or:)``, so that they call `isPublished` again.
  func wakeWaiting() { state.change { _ in } }

  /// - Returns: Whether another thread has to check meanwhile.
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

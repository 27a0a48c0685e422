import Glibc
import StateGraphThreads

/// Counts the requests to check a database file for commits of other processes, and decides which
/// thread runs a check.
///
/// At most one thread at a time runs a check. If the check has found commits, this thread then
/// waits for a flush of the disk, and calls the observers of these commits. An observer may wait
/// for the next check, so another thread must run that check.
///
/// Thread-safe.
final class CheckRequests: Sendable {
  /// The steps of a check that has found commits.
  struct Steps {
    /// All live objects (entities and query results in memory) have the commits. This ends the
    /// check.
    let didPublish: () -> Void
    /// The commits are on the disk. Observers are called next.
    let didFlush: () -> Void
  }

  /// How many threads can wait for the disk at a time. While it is slow, a check would otherwise
  /// start a thread for each commit.
  static let flushingLimit = 64

  private struct State {
    /// The number of the newest request. Requests are numbered from 1.
    var requested: UInt64 = 0
    /// The number of the newest request that a finished check has fulfilled. All requests with
    /// smaller numbers are fulfilled, too.
    var answered: UInt64 = 0
    /// The number of the newest request for which a thread waits, or has waited.
    var awaited: UInt64 = 0
    /// Whether a thread is checking the file, or is about to check it.
    var isChecking = false
    /// How many threads have finished a check and wait for the disk.
    var flushingCount = 0
    /// The threads that have finished a check, and wait for the disk or call observers now, by
    /// numbers that ascend.
    var notifying: [UInt64: pthread_t] = [:]
    var lastNotifying: UInt64 = 0

    var mayStartCheck: Bool { !isChecking && flushingCount < flushingLimit }
  }

  private let state = Monitor<State>(State())

  /// Adds a request to check the file.
  ///
  /// - Parameter isAwaited: Whether the caller is going to wait for the check. If false and a
  ///   thread is calling observers now, that thread checks the file again after these calls.
  /// - Returns: The number to pass to ``wait(for:or:)``, and whether the caller must start a check.
  func add(isAwaited: Bool) -> (number: UInt64, startsCheck: Bool) {
    state.change { state in
      state.requested += 1
      if isAwaited { state.awaited = state.requested }
      let startsCheck = state.mayStartCheck && (isAwaited || state.notifying.isEmpty)
      if startsCheck { state.isChecking = true }
      return (state.requested, startsCheck)
    }
  }

  /// Runs checks until it has fulfilled all requests that were added before the last check began.
  ///
  /// - Parameters:
  ///   - check: Checks the file. If it finds commits, it calls both of its steps, and observers
  ///     last. An observer may then wait for the next check. If `check` finds no commit, it calls
  ///     no step.
  ///   - startAnother: Starts a check on another thread. Called if this thread has ended its check
  ///     while another thread waits for a later request.
  func answer(_ check: (Steps) -> Void, startAnother: @escaping () -> Void) {
    repeat {
      let requested = state.change { $0.requested }
      var notifying: UInt64?
      let steps = Steps {
        let (number, needsCheck) = self.didPublish(requested)
        notifying = number
        if needsCheck { startAnother() }
      } didFlush: {
        if self.didFlush() { startAnother() }
      }
      check(steps)
      if let notifying { didNotify(notifying) } else { didCheck(requested) }
    } while beginCheck()
  }

  /// Waits until a check has fulfilled the request, or until `isPublished` returns true.
  func wait(for number: UInt64, or isPublished: () -> Bool) {
    state.wait { $0.answered >= number || isPublished() }
  }

  /// Wakes the threads that wait in ``wait(for:or:)``. The threads then call `isPublished` again.
  func wakeWaiting() { state.change { _ in } }

  /// Waits until all earlier requests are fulfilled, and until the threads that fulfilled them have
  /// called the observers. Returns at once in such an observer.
  func waitForObservers() {
    let this = pthread_self()
    let requested = state.read { $0.requested }
    state.wait { $0.answered >= requested || $0.notifying.values.contains(this) }
    let last = state.read { $0.lastNotifying }
    state.wait { state in
      state.notifying.values.contains(this) || state.notifying.keys.allSatisfy { $0 > last }
    }
  }

  /// Records that this thread has finished its check, and waits for the disk.
  ///
  /// - Returns: The number to pass to ``didNotify(_:)``, and whether another thread must check the
  ///   file meanwhile.
  private func didPublish(_ requested: UInt64) -> (number: UInt64, needsCheck: Bool) {
    state.change { state in
      state.answered = max(state.answered, requested)
      state.lastNotifying += 1
      state.notifying[state.lastNotifying] = pthread_self()
      state.flushingCount += 1
      state.isChecking = false
      return (state.lastNotifying, beginAwaitedCheck(&state))
    }
  }

  /// Records that this thread is about to call observers.
  ///
  /// - Returns: Whether another thread must check the file during these calls.
  private func didFlush() -> Bool {
    state.change { state in
      state.flushingCount -= 1
      return beginAwaitedCheck(&state)
    }
  }

  private func beginAwaitedCheck(_ state: inout State) -> Bool {
    guard state.mayStartCheck, state.awaited > state.answered else { return false }
    state.isChecking = true
    return true
  }

  private func didNotify(_ number: UInt64) { state.change { $0.notifying[number] = nil } }

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

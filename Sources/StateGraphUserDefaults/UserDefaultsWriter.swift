import Foundation
import Glibc
import StateGraphThreads

/// Writes changed user defaults to the files of their suites.
///
/// Foundation on Linux writes a suite's file only when `synchronize()` is called, and not when the
/// process exits. `synchronize()` overwrites the file in place and calls `fsync`. A concurrent
/// reader can therefore see a partial file. A call was measured to take 0.6 ms for a few keys, and
/// 6 ms for a thousand keys.
final class UserDefaultsWriter: Sendable {
  static let shared = UserDefaultsWriter()

  /// The number of assignments in one suite and one second that wait until the file is written.
  ///
  /// The background thread writes the file for all further assignments.
  static let waitingSetsPerSecond = 100

  /// Counts the assignments in one suite that have waited for a file write within one second.
  private struct Second {
    var began = ContinuousClock.now
    var waitingSets = 0

    mutating func admits() -> Bool {
      let now = ContinuousClock.now
      if now - began > .seconds(1) { self = Second(began: now) }
      waitingSets += 1
      return waitingSets <= waitingSetsPerSecond
    }
  }

  private struct State {
    var seconds: [String?: Second] = [:]
    /// One key of each suite that has changes which are not in its file yet. The suite's name is
    /// the key.
    var pending: [String?: UserDefaultsKey] = [:]
    /// The thread that runs the exit handlers of the process, or nil before the exit.
    var exitingThread: pthread_t?
  }

  private let state = Guarded(State())
  /// The lock that a thread holds while it writes a file.
  ///
  /// When the process exits, the lock is taken and never released. So no thread begins a write that
  /// the exit would interrupt. No thread takes this lock while it holds another lock.
  private let writing = Lock()

  private init() {
    atexit { UserDefaultsWriter.shared.finish() }
  }

  /// Writes the file of the key's suite before it returns, or wakes the background thread to do so.
  ///
  /// The background thread writes the file if the suite had too many assignments within one second.
  func save(_ key: UserDefaultsKey) {
    let isNow = state.withLock { state in
      if state.seconds[key.suite, default: Second()].admits() { return true }
      state.pending[key.suite] = key
      return false
    }
    if isNow { synchronize([key]) } else { UserDefaultsThread.shared.wake() }
  }

  /// Writes the files of all suites with unwritten changes. Returns when the files are written.
  func savePending() {
    let keys = state.withLock { state in
      defer { state.pending = [:] }
      return Array(state.pending.values)
    }
    synchronize(keys)
  }

  /// Writes all changes in the suites of `keys` to their files, also changes that other code has
  /// made.
  ///
  /// Discards Foundation's cache, so that the next read loads the file again. If a file cannot be
  /// written, it stays unchanged. The changes then exist only in memory until the process ends.
  func synchronize(_ keys: [UserDefaultsKey]) {
    guard !keys.isEmpty else { return }
    // An exit handler that sets a value runs on the thread that already holds the lock. That thread
    // must not take the lock again.
    let isLast = state.withLock { $0.exitingThread.map { pthread_equal($0, pthread_self()) != 0 } }
    if isLast == true {
      for key in keys { _ = key.defaults.synchronize() }
      return
    }
    writing.withLock { for key in keys { _ = key.defaults.synchronize() } }
  }

  private func finish() {
    writing.lock()
    state.withLock { $0.exitingThread = pthread_self() }
    savePending()
  }
}

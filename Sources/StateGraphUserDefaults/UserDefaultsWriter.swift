import Foundation
import Glibc
import StateGraphThreads

/// Writes changed user defaults to the files of their suites.
///
/// Foundation on Linux writes a suite's file only in `synchronize()`, and not when the process
/// exits. The file is overwritten in place and flushed, so a concurrent reader can see a partial
/// file. One call was measured to take 0.6 ms for a few keys, and 6 ms for a thousand keys.
final class UserDefaultsWriter: Sendable {
  static let shared = UserDefaultsWriter()

  /// The largest number of assignments per second in one suite that wait until the file is written.
  ///
  /// The background thread writes the file for all further assignments.
  static let waitingSetsPerSecond = 100

  /// Counts the assignments in one suite that waited for the file within one second.
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
    /// One key for each suite with changes that are not in its file yet. The dictionary key is the
    /// suite's name.
    var pending: [String?: UserDefaultsKey] = [:]
    /// The thread that runs the exit handlers of the process, or nil before the process exits.
    var exitingThread: pthread_t?

    func isExiting(_ thread: pthread_t) -> Bool {
      exitingThread.map { pthread_equal($0, thread) != 0 } ?? false
    }
  }

  private let state = Guarded(State())
  /// The lock that a thread holds while it writes a file.
  ///
  /// The exit handler takes this lock and never releases it. So no other thread can begin a write
  /// that the end of the process would interrupt. No thread takes this lock while it holds another
  /// lock.
  private let writing = Lock()

  private init() {
    atexit { UserDefaultsWriter.shared.finish() }
  }

  /// Writes the file of the key's suite, and returns when the file is complete.
  ///
  /// After ``waitingSetsPerSecond`` assignments within one second, this method does not wait, and
  /// the background thread writes the file later.
  func save(_ key: UserDefaultsKey) {
    let isNow = state.withLock { state in
      // The background thread does not write again after the exit handler `finish()`.
      if state.isExiting(pthread_self()) { return true }
      if state.seconds[key.suite, default: Second()].admits() { return true }
      state.pending[key.suite] = key
      return false
    }
    if isNow { synchronize([key]) } else { UserDefaultsThread.shared.wake() }
  }

  /// Writes the files of all suites with unwritten changes. Returns when the files are complete.
  ///
  /// The lock `writing` is taken before the pending keys. If a thread took the keys first, the exit
  /// handler could take the lock before that thread, find no pending key, and end the process
  /// without the last changes.
  func savePending() {
    writing.withLock { writePending() }
  }

  /// Writes the files of all suites with unwritten changes. The calling thread owns `writing`.
  private func writePending() {
    let keys = state.withLock { state in
      defer { state.pending = [:] }
      return Array(state.pending.values)
    }
    for key in keys { _ = key.defaults.synchronize() }
  }

  /// Writes all changes in the suites of `keys` to their files, including changes by other code.
  ///
  /// Foundation's cache is discarded, so the next read loads the file again. If a file cannot be
  /// written, its changes exist only in memory until the process ends.
  func synchronize(_ keys: [UserDefaultsKey]) {
    guard !keys.isEmpty else { return }
    // The exit handler `finish()` keeps the lock. If another exit handler on the same thread sets a
    // value, this thread already holds the lock and must not take it again.
    if state.withLock({ $0.isExiting(pthread_self()) }) {
      for key in keys { _ = key.defaults.synchronize() }
      return
    }
    writing.withLock { for key in keys { _ = key.defaults.synchronize() } }
  }

  private func finish() {
    writing.lock()
    state.withLock { $0.exitingThread = pthread_self() }
    writePending()
  }
}

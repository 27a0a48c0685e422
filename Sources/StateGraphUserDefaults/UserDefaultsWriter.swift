import Foundation
import Glibc
import StateGraphThreads

/// Writes changes to the files of the suites.
///
/// Foundation on Linux writes a suite's file only in `synchronize()`, and not when the process
/// exits. It writes in place, so a concurrent reader can see a partial file, and it calls `fsync`.
/// Measured: 0.6 ms for a few keys, 6 ms for a thousand.
final class UserDefaultsWriter: Sendable {
  static let shared = UserDefaultsWriter()

  /// The number of sets per suite and second that wait for the file. The background thread writes
  /// further ones.
  static let waitingSetsPerSecond = 100

  /// Counts the sets that have waited for the file within one second.
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
    /// For each suite with unwritten changes, one of its keys.
    var pending: [String?: UserDefaultsKey] = [:]
    /// The thread that runs the exit handlers.
    var exitingThread: pthread_t?
  }

  private let state = Guarded(State())
  /// Held while a file is written, and permanently from the exit of the process on, so that no
  /// thread begins a write that the exit would interrupt. Never taken under another lock.
  private let writing = Lock()

  private init() {
    atexit { UserDefaultsWriter.shared.finish() }
  }

  /// Writes the key's suite, now or soon on the background thread.
  func save(_ key: UserDefaultsKey) {
    let isNow = state.withLock { state in
      if state.seconds[key.suite, default: Second()].admits() { return true }
      state.pending[key.suite] = key
      return false
    }
    if isNow { synchronize([key]) } else { UserDefaultsThread.shared.wake() }
  }

  /// Writes the pending suites, and returns when they are in their files.
  func savePending() {
    let keys = state.withLock { state in
      defer { state.pending = [:] }
      return Array(state.pending.values)
    }
    synchronize(keys)
  }

  /// Writes all changes in these keys' suites, by this library or other code, and discards
  /// Foundation's cache, so that the next read reads the file again. If a file cannot be written it
  /// stays unchanged, and the changes exist in memory until the process ends.
  func synchronize(_ keys: [UserDefaultsKey]) {
    guard !keys.isEmpty else { return }
    // Another exit handler that sets a value runs on the thread that already holds the lock.
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

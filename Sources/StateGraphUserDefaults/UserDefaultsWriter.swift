import Foundation
import Glibc
import StateGraphThreads

/// Brings sets to the file.
///
/// Foundation on Linux writes it in `synchronize()` and at no other time, the end of the process
/// included: in place, so that a reader can meet half of it, and with an `fsync`. That takes 0.6 ms
/// here for a few keys and 6 ms for a thousand.
final class UserDefaultsWriter: Sendable {
  static let shared = UserDefaultsWriter()

  /// How many sets of one suite in one second wait for the file. Beyond, the background thread
  /// writes.
  static let waitingSetsPerSecond = 100

  /// The sets that have waited since a second began.
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
    /// A key of each suite that has to be written, by the suite.
    var pending: [String?: UserDefaultsKey] = [:]
    /// The thread on which the process exits.
    var exitingThread: pthread_t?
  }

  private let state = Guarded(State())
  /// Held while a file is written, and from the process's exit on: nobody begins what it would cut
  /// off. Never taken under another lock.
  private let writing = Lock()

  private init() {
    atexit { UserDefaultsWriter.shared.finish() }
  }

  /// Writes the suite of that key: now, or soon.
  func save(_ key: UserDefaultsKey) {
    let isNow = state.withLock { state in
      if state.seconds[key.suite, default: Second()].admits() { return true }
      state.pending[key.suite] = key
      return false
    }
    if isNow { synchronize([key]) } else { UserDefaultsThread.shared.wake() }
  }

  /// Writes what has been put off. Returns when it is in the files.
  func savePending() {
    let keys = state.withLock { state in
      defer { state.pending = [:] }
      return Array(state.pending.values)
    }
    synchronize(keys)
  }

  /// Writes what was set in these keys' suites by anybody, and has the next look at a value read
  /// the file again. A file that cannot be written stays as it is: the defaults then hold the
  /// values until the process ends.
  func synchronize(_ keys: [UserDefaultsKey]) {
    guard !keys.isEmpty else { return }
    // What is set after that, by other handlers of the exit, finds the lock taken by its own
    // thread.
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

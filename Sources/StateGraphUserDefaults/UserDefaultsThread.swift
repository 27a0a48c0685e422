import StateGraphThreads

/// The background thread that finds changes of user defaults by other code.
///
/// The thread also writes a suite's file after an assignment that did not wait for the file. It
/// runs while a node or observer depends on a key, or while a file must still be written.
final class UserDefaultsThread: Sendable {
  static let shared = UserDefaultsThread()

  /// The time between two checks for changes that other code in this process made to user defaults.
  static let interval = Duration.milliseconds(100)
  /// The time between two checks of the suites' files, which other processes can change.
  static let fileInterval = Duration.seconds(1)

  private struct State {
    var isRunning = false
    var isAwake = false
  }

  private let state = Monitor(State())

  /// Whether the thread is running. Only tests use this.
  var isAlive: Bool { state.change { $0.isRunning } }

  /// Makes the thread check for changes immediately. Starts the thread if it is not running.
  func wake() {
    let isFirst = state.change { state in
      state.isAwake = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return }
    guard let thread = SystemThread({ self.run() }) else {
      // The system could not start a thread. The next call of `wake()` tries again.
      return state.change { $0.isRunning = false }
    }
    thread.detach()
  }

  private func run() {
    var nextFileLook = ContinuousClock.now + Self.fileInterval
    repeat {
      UserDefaultsWriter.shared.savePending()
      if ContinuousClock.now >= nextFileLook {
        UserDefaultsWriter.shared.synchronize(UserDefaultsWatches.shared.suites())
        nextFileLook = .now + Self.fileInterval
      }
      UserDefaultsWatches.shared.notice()
    } while pause()
  }

  /// Waits for the next check. Returns whether the thread must continue.
  ///
  /// If the result is false, the thread ends, and the next call of `wake()` starts a new thread.
  private func pause() -> Bool {
    let isNeeded = !UserDefaultsWatches.shared.isEmpty
    if isNeeded { state.wait(until: \.isAwake, atMost: Self.interval) }
    return state.change { state in
      // A call of `wake()` during the last check may have come too late for that check. So the
      // thread then continues with one more check.
      state.isRunning = isNeeded || state.isAwake
      state.isAwake = false
      return state.isRunning
    }
  }
}

import StateGraphThreads

/// The background thread that checks for changes by other code and writes what setters did not wait
/// for. It runs while a node or observer depends on a key or a write is pending.
final class UserDefaultsThread: Sendable {
  static let shared = UserDefaultsThread()

  /// The time between two checks for changes by this process.
  static let interval = Duration.milliseconds(100)
  /// The time between two checks of the files, which other processes can change.
  static let fileInterval = Duration.seconds(1)

  private struct State {
    var isRunning = false
    var isAwake = false
  }

  private let state = Monitor(State())

  /// Whether the thread is running. For tests.
  var isAlive: Bool { state.change { $0.isRunning } }

  /// Makes the thread check immediately, and starts it if it is not running.
  func wake() {
    let isFirst = state.change { state in
      state.isAwake = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return }
    guard let thread = SystemThread({ self.run() }) else {
      // The next call tries again.
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

  /// Waits until the next check. Returns false if the thread is not needed any more; `isRunning` is
  /// then false.
  private func pause() -> Bool {
    let isNeeded = !UserDefaultsWatches.shared.isEmpty
    if isNeeded { state.wait(until: \.isAwake, atMost: Self.interval) }
    return state.change { state in
      // A `wake()` since the last check may have come too late for that check.
      state.isRunning = isNeeded || state.isAwake
      state.isAwake = false
      return state.isRunning
    }
  }
}

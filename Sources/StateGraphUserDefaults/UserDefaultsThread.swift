import Foundation
import StateGraphThreads

/// The thread that looks for changes nobody tells of, while somebody depends on a key, and that
/// writes what setters did not wait for. It ends when there is neither.
final class UserDefaultsThread: Sendable {
  static let shared = UserDefaultsThread()

  /// The time between two looks at the defaults of this process.
  static let interval = Duration.milliseconds(100)
  /// The time between two looks at the files, which other processes write.
  static let fileInterval = Duration.seconds(1)

  private struct State {
    var isRunning = false
    var isAwake = false
  }

  private let state = Monitor(State())

  /// Whether there is such a thread, for tests.
  var isAlive: Bool { state.change { $0.isRunning } }

  /// Has the thread look at once, and starts it if there is none.
  func wake() {
    let isFirst = state.change { state in
      state.isAwake = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return }
    let thread = Thread { self.run() }
    thread.name = "user defaults"
    thread.start()
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

  /// Waits for the next look. Returns false where none is needed; then there is no thread.
  private func pause() -> Bool {
    let isNeeded = !UserDefaultsWatches.shared.isEmpty
    if isNeeded { state.wait(until: \.isAwake, atMost: Self.interval) }
    return state.change { state in
      // Whoever woke it since it began has something that it may have missed.
      state.isRunning = isNeeded || state.isAwake
      state.isAwake = false
      return state.isRunning
    }
  }
}

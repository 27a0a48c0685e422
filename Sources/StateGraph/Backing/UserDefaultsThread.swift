import Foundation

/// The thread that looks for changes nobody tells of, while somebody depends on a key, and that
/// writes what setters did not wait for. It ends when there is neither.
final class UserDefaultsThread: @unchecked Sendable {
  // SAFETY: `isRunning` and `isAwake` are guarded by `condition`, everything else is constant.
  static let shared = UserDefaultsThread()

  /// The time between two looks at the defaults of this process.
  static let interval: TimeInterval = 0.1
  /// The time between two looks at the files, which other processes write.
  static let fileInterval: TimeInterval = 1

  private let condition = NSCondition()
  private var isRunning = false
  private var isAwake = false

  /// Whether there is such a thread, for tests.
  var isAlive: Bool {
    condition.lock()
    defer { condition.unlock() }
    return isRunning
  }

  /// Has the thread look at once, and starts it if there is none.
  func wake() {
    condition.lock()
    defer { condition.unlock() }
    isAwake = true
    if isRunning {
      condition.signal()
    } else {
      isRunning = true
      let thread = Thread { self.run() }
      thread.name = "user defaults"
      thread.start()
    }
  }

  private func run() {
    var nextFileLook = Date(timeIntervalSinceNow: Self.fileInterval)
    repeat {
      UserDefaultsWriter.shared.savePending()
      if nextFileLook.timeIntervalSinceNow <= 0 {
        UserDefaultsWriter.shared.synchronize(UserDefaultsWatches.shared.suites())
        nextFileLook = Date(timeIntervalSinceNow: Self.fileInterval)
      }
      UserDefaultsWatches.shared.notice()
    } while pause()
  }

  /// Waits for the next look. Returns false where none is needed; then there is no thread.
  private func pause() -> Bool {
    let isNeeded = !UserDefaultsWatches.shared.isEmpty
    let next = Date(timeIntervalSinceNow: Self.interval)
    condition.lock()
    defer { condition.unlock() }
    // Whoever woke it since it began has something that it may have missed.
    while isNeeded, !isAwake, condition.wait(until: next) {}
    isRunning = isNeeded || isAwake
    isAwake = false
    return isRunning
  }
}

import Glibc
import StateGraphThreads

/// Limits how many test databases are open at the same time, because Swift Testing starts many
/// tests at once.
///
/// A test that must wait for its database is suspended, and blocks no thread.
final class OpenDatabaseLimit: Sendable {
  static let shared = OpenDatabaseLimit(max(16, 4 * sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Guarded<State>

  init(_ count: Int) { state = Guarded(State(free: count)) }

  /// Waits until another database may be opened. Call ``release()`` once after this database was
  /// closed.
  ///
  /// - Parameter isInner: Whether the caller already has a database open. Such a caller never
  ///   waits, because all databases could belong to callers that wait for a second one.
  func acquire(isInner: Bool) async {
    await withCheckedContinuation { continuation in
      let mayContinue = state.withLock { state in
        if state.free > 0 || isInner {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if mayContinue { continuation.resume() }
    }
  }

  func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      // Inner databases may exceed the limit, which makes the number of free places negative.
      guard state.free >= 0, !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

import Dispatch
import Synchronization

/// Counts what GRDB's observations do, and lets the measuring thread wait until all that a write
/// has set off is done: every fetch has ended and every new value has been delivered.
final class ObservationTally: Sendable {
  private struct State {
    var fetches = 0
    var deliveries = 0
    var goal: (fetches: Int, deliveries: Int)?

    /// Whether what is waited for has just been reached.
    mutating func reach() -> Bool {
      guard let goal, fetches >= goal.fetches, deliveries >= goal.deliveries else { return false }
      self.goal = nil
      return true
    }
  }

  private let state = Mutex(State())
  private let reached = DispatchSemaphore(value: 0)

  func noteFetch() { note { $0.fetches += 1 } }
  func noteDelivery() { note { $0.deliveries += 1 } }

  private func note(_ change: (inout State) -> Void) {
    let isReached = state.withLock { state in
      change(&state)
      return state.reach()
    }
    if isReached { reached.signal() }
  }

  var counts: (fetches: Int, deliveries: Int) { state.withLock { ($0.fetches, $0.deliveries) } }

  /// Returns when `write` has, and as many fetches and deliveries have followed.
  func wait(fetches: Int, deliveries: Int, for write: () throws -> Void) rethrows {
    state.withLock { state in
      state.goal = (state.fetches + fetches, state.deliveries + deliveries)
    }
    try write()
    // Reached already where nothing had to happen.
    if state.withLock({ $0.reach() }) { return }
    let isInTime = reached.wait(timeout: .now() + .seconds(120)) == .success
    verify(isInTime, "GRDB has done \(counts), and \(fetches), \(deliveries) more were expected")
  }
}

import Dispatch
import Synchronization

/// Counts the fetches and deliveries of GRDB's observations. The measuring thread waits until every
/// fetch that a write has started has ended, and every new value has been delivered.
final class ObservationTally: Sendable {
  private struct State {
    var fetches = 0
    var deliveries = 0
    var goal: (fetches: Int, deliveries: Int)?

    /// Returns true, once, when the counts have reached the goal.
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

  /// Returns when `write` has returned and at least so many further fetches and deliveries have
  /// happened.
  func wait(fetches: Int, deliveries: Int, for write: () throws -> Void) rethrows {
    state.withLock { state in
      state.goal = (state.fetches + fetches, state.deliveries + deliveries)
    }
    try write()
    // The goal can be reached already, for example if the write starts no fetch.
    if state.withLock({ $0.reach() }) { return }
    let isInTime = reached.wait(timeout: .now() + .seconds(120)) == .success
    verify(isInTime, "GRDB has done \(counts), and \(fetches), \(deliveries) more were expected")
  }
}

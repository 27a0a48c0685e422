import StateGraphThreads

/// The observers that one run of a group has registered. They end with the next run or with the
/// group.
final class TrackedChildren: Sendable {
  private struct State {
    var observers: [Observer] = []
    var isCancelled = false
  }

  private let state = Guarded(State())

  /// Ends the observers of the previous run, runs `body`, and keeps the observers that it
  /// registers.
  func replace(by body: () -> Void) {
    for observer in take() { observer.cancel() }
    if state.withLock({ $0.isCancelled }) { return }
    let made = Registration.collect(body)
    let isTooLate = state.withLock { state in
      if !state.isCancelled { state.observers += made }
      return state.isCancelled
    }
    if isTooLate { for observer in made { observer.cancel() } }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
    for observer in take() { observer.cancel() }
  }

  private func take() -> [Observer] {
    state.withLock { state in
      defer { state.observers = [] }
      return state.observers
    }
  }
}

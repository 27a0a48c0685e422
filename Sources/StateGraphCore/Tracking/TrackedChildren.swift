import StateGraphThreads

/// The observers that the closure of a group created in its last run.
///
/// They are cancelled before the closure runs again, and when the group ends.
final class TrackedChildren: Sendable {
  private struct State {
    var observers: [Observer] = []
    var isCancelled = false
    /// The group's observer. The reference is unretained, but the observer is alive while the
    /// closure runs.
    var owner: Unmanaged<Observer>?
  }

  private let state = Guarded(State())

  /// Makes `owner` the parent of the observers that the closure creates. Call this function before
  /// the closure's first run.
  func belong(to owner: Observer) {
    state.withLock { $0.owner = .passUnretained(owner) }
  }

  /// Cancels the observers of the previous run, runs `body`, and stores the observers that `body`
  /// creates.
  ///
  /// If the group has already ended, `body` does not run.
  func replace(by body: () -> Void) {
    for observer in take() { observer.cancel() }
    let (owner, isCancelled) = state.withLock { ($0.owner, $0.isCancelled) }
    if isCancelled { return }
    let made = Registration.collect(for: owner, body)
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

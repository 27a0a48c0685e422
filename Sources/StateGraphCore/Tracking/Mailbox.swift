import StateGraphThreads

/// Contains either one notification of a change or none. Threads that change the node add the
/// notification, and one task removes it.
final class Mailbox: Sendable {
  private struct State {
    var isFull = false
    var isCancelled = false
    var waiter: CheckedContinuation<Bool, Never>?
  }

  private let state = Guarded(State())

  func put() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      if state.waiter == nil { state.isFull = true }
      return state.waiter
    }
    waiter?.resume(returning: true)
  }

  /// Waits for a notification, removes it and returns true. Returns false if the task is cancelled.
  func take() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.isCancelled { return false }
          if state.isFull {
            state.isFull = false
            return true
          }
          state.waiter = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.isCancelled = true
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(returning: false)
    }
  }
}

import StateGraphThreads

/// Stores at most one notification that a node has changed.
///
/// Any thread can add the notification. One task waits for the notification and removes it.
final class Mailbox: Sendable {
  private struct State {
    var isFull = false
    var isCancelled = false
    var waiter: CheckedContinuation<Bool, Never>?
  }

  private let state = Guarded(State())

  /// Adds the notification, or passes it to the task that waits for it. Any thread may call this
  /// function.
  func put() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      if state.waiter == nil { state.isFull = true }
      return state.waiter
    }
    waiter?.resume(returning: true)
  }

  /// Waits for a notification, removes it, and returns true.
  ///
  /// Returns false if the task is cancelled. Only one task may call this function at a time.
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

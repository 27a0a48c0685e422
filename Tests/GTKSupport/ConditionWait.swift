#if GTK
import StateGraphGTK
import TestSupport

/// A wait for a condition that widgets fulfil.
@MainActor
final class ConditionWait {
  /// Nil after the end of the wait. The closure of a test can hold its window, and the timeout holds
  /// this object until it has noticed that it is cancelled.
  private var condition: (() -> Bool)?
  /// Nil after the end of the wait.
  private var continuation: CheckedContinuation<Bool, Never>?
  private var isScheduled = false
  private var timeout: Task<Void, any Error>?

  /// Resumes the continuation with true as soon as the condition is true, and with false at the
  /// deadline of tests.
  init(_ condition: @escaping () -> Bool, _ continuation: CheckedContinuation<Bool, Never>) {
    (self.condition, self.continuation) = (condition, continuation)
    timeout = Task {
      try await Task.sleep(for: .seconds(TestDeadline.seconds))
      self.end(false)
    }
  }

  /// Schedules the evaluation of the condition, because the change may be a part of a larger one.
  func widgetDidChange() {
    guard !isScheduled else { return }
    isScheduled = true
    MainLoop.later {
      self.isScheduled = false
      if self.condition?() == true { self.end(true) }
    }
  }

  private func end(_ isTrue: Bool) {
    timeout?.cancel()
    (timeout, condition) = (nil, nil)
    continuation?.resume(returning: isTrue)
    continuation = nil
  }
}

#endif

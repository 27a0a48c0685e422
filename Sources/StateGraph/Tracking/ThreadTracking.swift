import CStateGraphThreads

/// What this thread is recording.
enum ThreadTracking {
  static var isTracking: Bool {
    stategraph_thread_current().pointee.tracking != nil || ObservationBridge.isTracking
  }
}

/// Runs `body` without recording what it reads: observers, and look-ups that are no dependency.
package func withoutGraphTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let thread = stategraph_thread_current()
  let outer = thread.pointee.tracking
  thread.pointee.tracking = nil
  defer { thread.pointee.tracking = outer }
  return try body()
}

/// Between these two, on this thread, nodes with a backing answer with values that are not
/// committed yet. Computed nodes are then computed for this thread alone: what others see and what
/// is cached stays as it was. Balance them.
package enum UncommittedValues {
  package static func begin() { stategraph_thread_current().pointee.uncommitted_depth += 1 }
  package static func end() { stategraph_thread_current().pointee.uncommitted_depth -= 1 }

  package static var areVisible: Bool {
    stategraph_thread_current().pointee.uncommitted_depth != 0
  }
}

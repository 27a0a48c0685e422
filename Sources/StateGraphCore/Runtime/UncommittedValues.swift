import CStateGraphThreads

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

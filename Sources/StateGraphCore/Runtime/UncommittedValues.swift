import CStateGraphThreads

/// Records that the current thread is inside an open database write or snapshot.
///
/// Between `begin()` and `end()`, reads on this thread can return values that differ from the last
/// commit: uncommitted values in a write, and older values in a snapshot. The results of computed
/// nodes are then not cached, so other threads still get the values of the last commit.
///
/// Calls can be nested. Each `begin()` needs an `end()` on the same thread.
package enum UncommittedValues {
  package static func begin() { stategraph_thread_current().pointee.uncommitted_depth += 1 }
  package static func end() { stategraph_thread_current().pointee.uncommitted_depth -= 1 }

  package static var areVisible: Bool {
    stategraph_thread_current().pointee.uncommitted_depth != 0
  }
}

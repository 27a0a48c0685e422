import CStateGraphThreads

/// Records that the current thread is inside an open database write.
///
/// Between `begin()` and `end()`, reads on this thread return values that are not committed yet.
/// The results of computed nodes are then not cached, so other threads still get the committed
/// values.
///
/// Calls can be nested. Each `begin()` needs an `end()` on the same thread.
package enum UncommittedValues {
  package static func begin() { stategraph_thread_current().pointee.uncommitted_depth += 1 }
  package static func end() { stategraph_thread_current().pointee.uncommitted_depth -= 1 }

  package static var areVisible: Bool {
    stategraph_thread_current().pointee.uncommitted_depth != 0
  }
}

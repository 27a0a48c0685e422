import CStateGraphThreads

/// Marks the part of a thread's work that happens inside an open database write.
///
/// Between `begin()` and `end()`, reads of database-backed nodes on this thread return values that
/// are not committed yet. Computed nodes are then evaluated for this thread alone: other threads'
/// values and the cached results do not change. Calls nest, and must be balanced on one thread.
package enum UncommittedValues {
  package static func begin() { stategraph_thread_current().pointee.uncommitted_depth += 1 }
  package static func end() { stategraph_thread_current().pointee.uncommitted_depth -= 1 }

  package static var areVisible: Bool {
    stategraph_thread_current().pointee.uncommitted_depth != 0
  }
}

import CStateGraphThreads

/// A computed node whose value is the answer of a predicate for one object. Everything that the
/// predicate has read for this object is a dependency of the node.
///
/// The node has no subscribers. When it is marked, it adds itself to the list in its
/// ``PredicateNodes``. The alternative would be an edge from each predicate node to its reader. A
/// reader of a hundred thousand predicates would then have to follow all of these edges to find the
/// node that was marked.
package final class PredicateNode: ComputedNode {
  /// The object that the predicate is evaluated for.
  package let subject: AnyObject
  let predicates: PredicateNodes
  /// The last answer of the predicate. Guarded by `valueLock`. The evaluating thread reads it
  /// without the lock, because only that thread replaces it.
  @exclusivity(unchecked) private var answer = false
  /// Whether this node is in the list of marked nodes in `predicates`. Guarded by the graph's lock.
  @exclusivity(unchecked) var isGathered = false
  /// Whether a reader has evaluated the predicate without the cache while another thread was
  /// evaluating this node. Guarded by the graph's lock.
  @exclusivity(unchecked) private var wasReadUncached = false

  /// Creates the node. Does not call the predicate.
  package init(of subject: AnyObject, by predicates: PredicateNodes) {
    self.subject = subject
    self.predicates = predicates
    super.init({ Self.evaluate($0, into: $1) }, NodeOrigin("predicate", "", 0))
    flags = flags.union(.predicate)
  }

  /// Returns whether the predicate is true for the object now. Calls the predicate only if
  /// something that it read has changed. What the predicate reads becomes a dependency of this
  /// node, and not of the evaluation that calls this function.
  package func holds() -> Bool {
    withoutGraphTracking {
      let thread = stategraph_thread_current()
      let givenUpBefore = thread.pointee.given_up_count
      if let answer = upToDateAnswer { return answer }
      while true {
        if validateForRead() {
          if let answer = upToDateAnswer { return answer }
          // After too many repeated runs, the answer of the last run is used: see ``RerunLimit``.
          if thread.pointee.given_up_count != givenUpBefore {
            return valueLock.withLock { answer }
          }
        }
        if noteReader() { return uncachedAnswer() }
      }
    }
  }

  private var upToDateAnswer: Bool? { valueLock.withLock { isUpToDate ? answer : nil } }

  /// Returns whether another thread is evaluating this node. If so, that thread marks the node
  /// again when its evaluation ends.
  private func noteReader() -> Bool {
    Graph.withLock {
      guard flags.contains(.evaluating) else { return false }
      wasReadUncached = true
      return true
    }
  }

  private func uncachedAnswer() -> Bool {
    var result = false
    evaluateUncached { withUnsafeMutablePointer(to: &result) { _ = run(into: $0) } }
    return result
  }

  private static func evaluate(
    _ node: ComputedNode,
    into destination: UnsafeMutableRawPointer?
  ) -> Bool {
    let predicate = unsafeDowncast(node, to: PredicateNode.self)
    let answer = predicate.predicates.isIncluded(predicate.subject)
    if let destination {
      destination.assumingMemoryBound(to: Bool.self).pointee = answer
    } else {
      predicate.valueLock.withLock { predicate.answer = answer }
    }
    return true
  }

  /// Marks `node` again after its evaluation if a reader may have used a different answer. Call
  /// under the graph's lock.
  static func didEvaluate(_ node: ComputedNode, isOvertaken: Bool) {
    let predicate = unsafeDowncast(node, to: PredicateNode.self)
    guard isOvertaken || predicate.wasReadUncached else { return }
    predicate.wasReadUncached = false
    var marking = Marking()
    marking.gather(.passUnretained(node))
    marking.finish()
  }
}

extension PredicateNode: @unchecked Sendable {}
// SAFETY: `subject` is passed only to the Sendable closure of its owner, which created it from a
// Sendable value; everything else is immutable or guarded as described above.

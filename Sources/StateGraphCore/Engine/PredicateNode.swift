import CStateGraphThreads

/// The answer of a predicate for one object, with everything that the predicate has read as
/// dependencies.
///
/// It is a computed node without subscribers. When it is marked, it adds itself to its
/// ``PredicateNodes`` instead. With an edge for each predicate, a reader of a hundred thousand
/// predicates would have to follow all of these edges to find the one that was marked.
package final class PredicateNode: ComputedNode {
  /// The object that the predicate is evaluated for.
  package let subject: AnyObject
  let predicates: PredicateNodes
  /// Guarded by `valueLock`. Only the evaluating thread replaces it, so that thread reads it
  /// without the lock.
  @exclusivity(unchecked) private var answer = false
  /// Whether this node is in the list of marked predicates. Guarded by the graph's lock.
  @exclusivity(unchecked) var isGathered = false
  /// Whether another thread used an uncached answer during the current evaluation. Guarded by the
  /// graph's lock.
  @exclusivity(unchecked) private var wasReadUncached = false

  /// Creates the node without evaluating it.
  package init(of subject: AnyObject, by predicates: PredicateNodes) {
    self.subject = subject
    self.predicates = predicates
    super.init({ Self.evaluate($0, into: $1) }, NodeOrigin("predicate", "", 0))
    flags = flags.union(.predicate)
  }

  /// Whether the predicate is true for the object now. Evaluates it only if something that it read
  /// has changed. The reads become dependencies of this node, not of the calling evaluation.
  package func holds() -> Bool {
    withoutGraphTracking {
      let thread = stategraph_thread_current()
      let givenUpBefore = thread.pointee.given_up_count
      if let answer = upToDateAnswer { return answer }
      while true {
        if validateForRead() {
          if let answer = upToDateAnswer { return answer }
          // After too many reruns the answer of the last run is used: see ``RerunLimit``.
          if thread.pointee.given_up_count != givenUpBefore {
            return valueLock.withLock { answer }
          }
        }
        if noteReader() { return uncachedAnswer() }
      }
    }
  }

  private var upToDateAnswer: Bool? { valueLock.withLock { isUpToDate ? answer : nil } }

  /// Returns true if another thread is evaluating this node, and then has that thread mark the node
  /// again at the end of its evaluation.
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

  /// Called after an evaluation. If a reader may have used another answer, the node is marked
  /// again. Call under the graph's lock.
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

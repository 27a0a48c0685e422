import CStateGraphThreads

/// What a closure says of one object, together with everything that it has read to say so.
///
/// A computed node that nobody depends on: in the place of an edge to whoever uses it, it tells its
/// ``PredicateNodes`` when it is marked. An edge for each would have to be walked along at every change,
/// to find the one of a hundred thousand that was marked.
package final class PredicateNode: ComputedNode {
  /// What the closure is asked about.
  package let subject: AnyObject
  let predicates: PredicateNodes
  /// Guarded by `valueLock`, but for the thread that evaluates, which alone replaces it.
  @exclusivity(unchecked) private var answer = false
  /// Whether the predicates have it among those that were marked. Guarded by the graph's lock.
  @exclusivity(unchecked) var isGathered = false
  /// Whether another thread has answered for itself while this is being evaluated. Guarded by the
  /// graph's lock.
  @exclusivity(unchecked) private var wasReadUncached = false

  /// Nothing is asked before ``holds()``.
  package init(of subject: AnyObject, by predicates: PredicateNodes) {
    self.subject = subject
    self.predicates = predicates
    super.init({ Self.evaluate($0, into: $1) }, NodeOrigin("predicate", "", 0))
    flags = flags.union(.predicate)
  }

  /// Whether the closure holds for the object now. Runs it only where something that it read has
  /// changed. What it reads is this node's dependency, and nobody else's.
  package func holds() -> Bool {
    withoutGraphTracking {
      let thread = stategraph_thread_current()
      let givenUpBefore = thread.pointee.given_up_count
      if let answer = upToDateAnswer { return answer }
      while true {
        if validateForRead() {
          if let answer = upToDateAnswer { return answer }
          // Given up, the last run's answer is what there is.
          if thread.pointee.given_up_count != givenUpBefore {
            return valueLock.withLock { answer }
          }
        }
        if noteReader() { return uncachedAnswer() }
      }
    }
  }

  private var upToDateAnswer: Bool? { valueLock.withLock { isUpToDate ? answer : nil } }

  /// Whether another thread is evaluating, which then says that its answer may be another one.
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

  /// An evaluation is over. Those who have used another answer look again. Call under the graph's
  /// lock.
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
// SAFETY: `subject` is only handed to a Sendable closure of the same owner, which has made it from
// something Sendable; everything else is immutable or guarded as it says.

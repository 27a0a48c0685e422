import CStateGraphThreads

/// A computed node whose value is the answer of a predicate, true or false, for one object.
///
/// The dependencies of the node are all nodes that the predicate has read for this object.
///
/// The node has no subscribers. When it is marked as out of date, it adds itself to the list in its
/// ``PredicateNodes``. A closure that reads 100,000 predicate nodes then finds the outdated ones in
/// this list. With edges, it would have to follow 100,000 edges.
package final class PredicateNode: ComputedNode {
  /// The object for which the predicate is evaluated. This node retains it.
  package let subject: AnyObject
  let predicates: PredicateNodes
  /// The last answer of the predicate. Guarded by `valueLock`.
  ///
  /// The evaluating thread reads it without the lock, because only that thread replaces it.
  @exclusivity(unchecked) private var answer = false
  /// Whether this node is in the list of `predicates` that may be out of date. Guarded by the
  /// graph's lock.
  @exclusivity(unchecked) var isGathered = false
  /// Whether a reader has called the predicate without the cache while another thread was
  /// evaluating this node. Guarded by the graph's lock.
  @exclusivity(unchecked) private var wasReadUncached = false

  /// Creates the node. The predicate is not called before the first call of ``holds()``.
  package init(of subject: AnyObject, by predicates: PredicateNodes) {
    self.subject = subject
    self.predicates = predicates
    super.init(
      { Self.evaluate($0, into: $1) },
      origin: NodeOrigin("predicate", fileID: "", line: 0)
    )
    flags = flags.union(.predicate)
  }

  /// Returns whether the predicate is true for the object now.
  ///
  /// The predicate is called only if a node that it has read has changed. The nodes that the
  /// predicate reads become dependencies of this node, and not of the evaluation that calls this
  /// function.
  package func holds() -> Bool {
    withoutGraphTracking {
      let thread = stategraph_thread_current()
      let givenUpBefore = thread.pointee.given_up_count
      if let answer = upToDateAnswer { return answer }
      while true {
        if validateForRead() {
          if let answer = upToDateAnswer { return answer }
          // The predicate was repeated up to the limit of ``RerunLimit``, so its last answer is
          // used.
          if thread.pointee.given_up_count != givenUpBefore {
            return valueLock.withLock { answer }
          }
        }
        if noteReader() { return uncachedAnswer() }
      }
    }
  }

  private var upToDateAnswer: Bool? { valueLock.withLock { isUpToDate ? answer : nil } }

  /// Returns whether another thread is evaluating this node, so that the caller must call the
  /// predicate itself.
  ///
  /// In this case, the other thread marks this node again when its evaluation ends, because its
  /// answer may differ from the caller's answer.
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

  /// Marks `node` again after its evaluation if a reader may have used a different answer.
  ///
  /// The caller must hold the graph's lock.
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
// SAFETY: `subject` is passed only to the Sendable closure of its owner. The owner created
// `subject` from a Sendable value. Everything else is immutable, or is guarded as its comment
// describes.

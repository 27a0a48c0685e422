import CStateGraphThreads

/// What a closure says of one object, together with everything that it has read to say so.
///
/// A computed node that nobody depends on: in the place of an edge to whoever uses it, it tells its
/// ``Verdicts`` when it is marked. An edge for each would have to be walked along at every change,
/// to find the one of a hundred thousand that was marked.
package final class Verdict: ComputedNode {
  /// What the closure is asked about.
  package let subject: AnyObject
  let verdicts: Verdicts
  /// Guarded by `valueLock`, but for the thread that evaluates, which alone replaces it.
  @exclusivity(unchecked) private var answer = false
  /// Whether the verdicts have it among those that were marked. Guarded by the graph's lock.
  @exclusivity(unchecked) var isGathered = false
  /// Whether another thread has answered for itself while this is being evaluated. Guarded by the
  /// graph's lock.
  @exclusivity(unchecked) private var wasReadBeside = false

  /// Nothing is asked before ``holds()``.
  package init(of subject: AnyObject, by verdicts: Verdicts) {
    self.subject = subject
    self.verdicts = verdicts
    super.init({ Self.evaluate($0, into: $1) }, NodeOrigin("verdict", "", 0))
    flags = flags.union(.verdict)
  }

  /// Whether the closure holds for the object now. Runs it only where something that it read has
  /// changed. What it reads is this node's dependency, and nobody else's.
  package func holds() -> Bool {
    withoutGraphTracking {
      let thread = stategraph_thread_current()
      let givenUpBefore = thread.pointee.given_up_count
      if let answer = settledAnswer { return answer }
      while true {
        if settleForRead() {
          if let answer = settledAnswer { return answer }
          // Given up, the last run's answer is what there is.
          if thread.pointee.given_up_count != givenUpBefore {
            return valueLock.withLock { answer }
          }
        }
        if noteReader() { return answerBeside() }
      }
    }
  }

  private var settledAnswer: Bool? { valueLock.withLock { isSettled ? answer : nil } }

  /// Whether another thread is evaluating, which then says that its answer may be another one.
  private func noteReader() -> Bool {
    Graph.withLock {
      guard flags.contains(.evaluating) else { return false }
      wasReadBeside = true
      return true
    }
  }

  private func answerBeside() -> Bool {
    var result = false
    runBeside { withUnsafeMutablePointer(to: &result) { _ = run(into: $0) } }
    return result
  }

  private static func evaluate(
    _ node: ComputedNode,
    into destination: UnsafeMutableRawPointer?
  ) -> Bool {
    let verdict = unsafeDowncast(node, to: Verdict.self)
    let answer = verdict.verdicts.isIncluded(verdict.subject)
    if let destination {
      destination.assumingMemoryBound(to: Bool.self).pointee = answer
    } else {
      verdict.valueLock.withLock { verdict.answer = answer }
    }
    return true
  }

  /// An evaluation is over. Those who have used another answer look again. Call under the graph's
  /// lock.
  static func didEvaluate(_ node: ComputedNode, isOvertaken: Bool) {
    let verdict = unsafeDowncast(node, to: Verdict.self)
    guard isOvertaken || verdict.wasReadBeside else { return }
    verdict.wasReadBeside = false
    var marking = Marking()
    marking.gather(.passUnretained(node))
    marking.finish()
  }
}

extension Verdict: @unchecked Sendable {}
// SAFETY: `subject` is only handed to a Sendable closure of the same owner, which has made it from
// something Sendable; everything else is immutable or guarded as it says.

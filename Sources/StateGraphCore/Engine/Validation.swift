import CStateGraphThreads

/// Brings a computed node up to date.
///
/// The traversal goes from the node towards its sources until it meets changed nodes, and evaluates
/// from there back. A closure therefore finds its dependencies up to date, and the depth of a chain
/// costs heap memory instead of stack.
enum Validation {
  /// Brings `root` up to date, unless another thread is evaluating it. A thread never waits for a
  /// closure that runs on another thread, so two nodes that read each other at different times
  /// cannot deadlock.
  static func validate(_ root: ComputedNode) {
    if root.flags.contains(.evaluating), let cycle = Evaluation.runningNodes(backTo: root) {
      programmerError(Cycle.message(cycle))
    }
    if StackSegment.isNeeded {
      StackSegment.call { validateHere(root) }
    } else {
      validateHere(root)
    }
  }

  @inline(__always)
  private static func validateHere(_ root: ComputedNode) {
    // Observers of changes that the closures make are called when the outermost closure has ended.
    SynchronousDelivery.beginBatch()
    withUnsafeTemporaryAllocation(
      of: ValidationStack.Frame.self,
      capacity: ValidationStack.shortLength
    ) { buffer in
      // `baseAddress` is nil only for an empty buffer.
      if let base = buffer.baseAddress { validate(root, base) }
    }
    DeferredRelease.runIfOutermost()
    SynchronousDelivery.endBatch()
  }

  private static func validate(
    _ root: ComputedNode,
    _ buffer: UnsafeMutablePointer<ValidationStack.Frame>
  ) {
    var dropped = DroppedNodes()
    var rerunLimit = RerunLimit()
    Graph.lock()
    var stack = ValidationStack(root, in: buffer)
    while let node = next(&stack, &dropped) {
      let isRoot = node.toOpaque() == Unmanaged.passUnretained(root).toOpaque()
      rerunLimit.begin(node)
      evaluate(node, &stack, root, &dropped)
      guard rerunLimit.givesUp() else { continue }
      // The dependencies change in every run. All frames are dropped, and the root runs once more
      // with the current values.
      if isRoot { break }
      while stack.count > 0 { stack.pop(into: &dropped) }
      stack.rewind(to: root)
      if root.flags.isDisjoint(with: .evaluating) { root.flags = root.flags.union(.dirty) }
    }
    while stack.count > 0 { stack.pop(into: &dropped) }
    Graph.unlock()
    dropped.release()
  }

  /// Evaluates a node that `next` has claimed. The lock is held before and after, but not while the
  /// closure runs.
  @inline(__always)
  private static func evaluate(
    _ node: Unmanaged<ComputedNode>,
    _ stack: inout ValidationStack,
    _ root: ComputedNode,
    _ dropped: inout DroppedNodes
  ) {
    let dropCount = Graph.dropCount
    let epoch = Graph.epoch
    // While the lock is free, another thread can destroy the edge that keeps the node alive.
    _ = node.retain()
    let isStackValid = node._withUnsafeGuaranteedRef { node in
      let causes = GraphTrace.isOn ? GraphTrace.causes(of: node) : nil
      var evaluation = Evaluation(node, owning: true)
      Graph.unlock()
      let changed = evaluation.run { node.run(into: nil) }
      PublishLock.waitUntilUnlocked()
      Graph.lock()
      let isStackValid = stack.isRetaining || Graph.dropCount == dropCount
      node.adoptDependencies(of: evaluation, dropping: &dropped)
      finish(node, changed: changed, since: epoch, hasUncachedRead: evaluation.hasUncachedRead)
      if let causes { GraphTrace.didEvaluate(node, because: causes, changed: changed) }
      return isStackValid
    }
    if isStackValid {
      // Not the last reference: the edge, the stack or the reader has another one.
      node.release()
    } else {
      stack.rewind(to: root)
      dropped.append(.fromOpaque(node.toOpaque()))
    }
  }

  @inline(__always)
  private static func finish(
    _ node: ComputedNode,
    changed: Bool,
    since epoch: UInt64,
    hasUncachedRead: Bool
  ) {
    let somethingChanged = Graph.epoch != epoch
    if changed {
      Graph.epoch += 1
      node.changedAt = Graph.epoch
    }
    if node.firstSubscriber != nil {
      var marking = Marking()
      marking.markReaders(of: node, changed: changed)
      marking.finish()
    }
    // A change during the run had no edge yet along which it could mark this node. Nodes that have
    // read this one in the meantime have to be marked too.
    let isOvertaken =
      (somethingChanged || hasUncachedRead)
      && node.isOvertaken(somethingChanged: somethingChanged)
    // Written in one step: between two steps a reader could use the outdated value as an up-to-date
    // one.
    let flags = node.flags.subtracting(.evaluating)
    node.flags = isOvertaken ? flags.union(.dirty) : flags
    if flags.contains(.predicate) { PredicateNode.didEvaluate(node, isOvertaken: isOvertaken) }
    if isOvertaken {
      Graph.epoch += 1
      var marking = Marking()
      marking.markSubscribers(of: node, as: .check)
      marking.finish()
    }
  }

  /// Finds the next node that has to be evaluated and claims it by its `evaluating` flag. Call
  /// under the lock.
  @inline(__always)
  private static func next(
    _ stack: inout ValidationStack,
    _ dropped: inout DroppedNodes
  ) -> Unmanaged<ComputedNode>? {
    while stack.count > 0 {
      let frame = stack.last
      let node = frame.pointee.node
      let isClaimed = node._withUnsafeGuaranteedRef { node in
        let flags = node.flags
        // If another thread is evaluating the node, its dependency list and its result belong to
        // that thread.
        if flags.contains(.evaluating) || flags.isDisjoint(with: .unclean) {
          stack.pop(into: &dropped)
          return false
        }
        if !flags.contains(.dirty) {
          switch walk(frame, node) {
          case .unclean(let dependency):
            dependency._withUnsafeGuaranteedRef { stack.push($0) }
            return false
          case .changed: break
          case .unchanged:
            node.flags = flags.subtracting(.unclean)
            stack.pop(into: &dropped)
            return false
          }
        }
        node.flags = flags.subtracting(.unclean).union(.evaluating)
        return true
      }
      if isClaimed { return node }
    }
    return nil
  }

  private enum Finding {
    case unclean(Unmanaged<ComputedNode>)
    case changed
    case unchanged
  }

  /// Compares the dependencies in the order in which they were read: after one that has changed,
  /// the closure may not read the later ones again.
  @inline(__always)
  private static func walk(
    _ frame: UnsafeMutablePointer<ValidationStack.Frame>,
    _ node: ComputedNode
  ) -> Finding {
    if frame.pointee.generation != node.dependencyGeneration { frame.pointee = .init(node) }
    while true {
      while let edge = frame.pointee.edge {
        let finding: Finding? = edge.pointee.dependency._withUnsafeGuaranteedRef { dependency in
          let flags = dependency.flags
          if !flags.isDisjoint(with: .notUpToDate) {
            // Another thread is evaluating the dependency, or this thread is in an outer closure.
            // The closure decides which when it reads the dependency.
            if flags.contains(.evaluating) { return .changed }
            return .unclean(.passUnretained(unsafeDowncast(dependency, to: ComputedNode.self)))
          }
          return dependency.changedAt != edge.pointee.seen ? .changed : nil
        }
        if let finding { return finding }
        frame.pointee.edge = edge.pointee.nextDependency
      }
      if frame.pointee.epoch == Graph.epoch { return .unchanged }
      frame.pointee = .init(node)
    }
  }
}

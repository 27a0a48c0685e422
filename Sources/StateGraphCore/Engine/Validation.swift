import CStateGraphThreads

/// Brings a computed node up to date: walks towards its sources until it meets what changed, and
/// evaluates from there back, so that a closure finds its dependencies clean and the depth of a
/// chain costs heap, not stack.
enum Validation {
  /// No thread ever waits for another's closure, so two nodes that read each other in turn cannot
  /// deadlock: what another thread is evaluating stays unsettled here.
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
    // What closures set, and who they wake, is delivered when the outermost one has ended.
    SynchronousDelivery.beginBatch()
    withUnsafeTemporaryAllocation(
      of: ValidationStack.Frame.self,
      capacity: ValidationStack.shortLength
    ) { buffer in
      // A temporary allocation of eight has a base address.
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
      // What it depends on does not come to rest. The root runs once more, with what there is.
      if isRoot { break }
      while stack.count > 0 { stack.pop(into: &dropped) }
      stack.rewind(to: root)
      if root.flags.isDisjoint(with: .evaluating) { root.flags = root.flags.union(.dirty) }
    }
    while stack.count > 0 { stack.pop(into: &dropped) }
    Graph.unlock()
    dropped.release()
  }

  /// Evaluates a node that was claimed. Called under the lock, and holds it again at the end, but
  /// not while the closure runs.
  @inline(__always)
  private static func evaluate(
    _ node: Unmanaged<ComputedNode>,
    _ stack: inout ValidationStack,
    _ root: ComputedNode,
    _ dropped: inout DroppedNodes
  ) {
    let dropCount = Graph.dropCount
    let epoch = Graph.epoch
    // Another thread could take away the edge that keeps it alive.
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
      // Not the last reference: the edge, the stack or the reader has one.
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
    // A change that came while the closure ran, before there was an edge for its mark to follow.
    // Whoever has read this node meanwhile must hear of it too.
    let isOvertaken =
      (somethingChanged || hasUncachedRead)
      && node.isOvertaken(somethingChanged: somethingChanged)
    // In one step: a reader in between would take the value for good.
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

  /// Walks to the next node that has to be evaluated and claims it. Call under the lock.
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
        // Another thread is at it. Its dependency list is that thread's, and so is the outcome.
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

  /// In the order of reading: a later dependency may not matter any more once an earlier one
  /// changed.
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
            // Another thread is at it, or this one additional out; the closure will find out which.
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

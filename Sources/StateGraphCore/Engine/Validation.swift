import CStateGraphThreads

/// Brings a computed node up to date by running its closure if a dependency has changed.
///
/// The traversal goes from the node to its dependencies until it finds changed nodes. It then
/// evaluates the nodes on the way back, so that each closure finds its dependencies up to date. The
/// path to the current node is kept in a ``ValidationStack`` and not in recursive calls. So a long
/// chain of nodes cannot overflow the thread's stack.
enum Validation {
  /// Brings `root` up to date, unless another thread is evaluating it.
  ///
  /// A thread never waits for a closure that runs on another thread, so the graph never causes a
  /// deadlock. If this thread is already evaluating `root`, the program ends, because the closure
  /// of `root` reads its own node (a cycle).
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
    // If a closure changes nodes, the affected observers are called only after the outermost
    // closure has ended.
    SynchronousDelivery.beginBatch()
    withUnsafeTemporaryAllocation(
      of: ValidationStack.Frame.self,
      capacity: ValidationStack.shortLength
    ) { buffer in
      // `baseAddress` is nil only if the buffer is empty, and this buffer is not.
      if let base = buffer.baseAddress { validate(root, in: base) }
    }
    DeferredRelease.runIfOutermost()
    SynchronousDelivery.endBatch()
  }

  private static func validate(
    _ root: ComputedNode,
    in buffer: UnsafeMutablePointer<ValidationStack.Frame>
  ) {
    var dropped = DroppedNodes()
    var rerunLimit = RerunLimit()
    Graph.lock()
    var stack = ValidationStack(root, in: buffer)
    while let node = next(&stack, dropped: &dropped) {
      let isRoot = node.toOpaque() == Unmanaged.passUnretained(root).toOpaque()
      rerunLimit.begin(node)
      evaluate(node, stack: &stack, root: root, dropped: &dropped)
      // The closure of a group may set a node that it has read. The group's observer is then
      // queued, and it runs the closure again after the group's parent. So the validation must not
      // run the closure again.
      if isRoot, root.flags.contains(.group) { break }
      guard rerunLimit.givesUp() else { continue }
      // A dependency has changed during every run of a closure, so the validation stops here. If
      // the closure is not the root's, the root's closure runs once more with the current values.
      if isRoot { break }
      while stack.count > 0 { stack.pop(into: &dropped) }
      stack.rewind(to: root)
      if root.flags.isDisjoint(with: .evaluating) { root.flags = root.flags.union(.dirty) }
    }
    while stack.count > 0 { stack.pop(into: &dropped) }
    Graph.unlock()
    dropped.release()
  }

  /// Runs the closure of `node`. The caller has set the node's `evaluating` flag.
  ///
  /// The graph's lock is held before and after the run, but not while the closure runs.
  @inline(__always)
  private static func evaluate(
    _ node: Unmanaged<ComputedNode>,
    stack: inout ValidationStack,
    root: ComputedNode,
    dropped: inout DroppedNodes
  ) {
    let dropCount = Graph.dropCount
    let epoch = Graph.epoch
    // While the graph is unlocked, another thread can destroy the edge that keeps the node alive.
    // So this function retains the node.
    _ = node.retain()
    let isStackValid = node._withUnsafeGuaranteedRef { node in
      let beginning = GraphTrace.isOn ? GraphTrace.willEvaluate(node) : nil
      var evaluation = Evaluation(node, owning: true)
      Graph.unlock()
      let changed = evaluation.run { node.run(into: nil) }
      PublishLock.waitUntilUnlocked()
      Graph.lock()
      let isStackValid = stack.isRetaining || Graph.dropCount == dropCount
      node.adoptDependencies(of: evaluation, dropping: &dropped)
      finish(node, changed: changed, since: epoch, hasUncachedRead: evaluation.hasUncachedRead)
      if let beginning { GraphTrace.didEvaluate(node, since: beginning, changed: changed) }
      return isStackValid
    }
    if isStackValid {
      // This call never releases the last reference, because the edge to the node, the stack or the
      // reader retains the node too.
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
    // During the run, the node had no edges to its new dependencies. So a change of a new
    // dependency could not mark the node. After such a change, the nodes that have read this node
    // during the run must be marked too.
    let isOvertaken =
      (somethingChanged || hasUncachedRead)
      && node.isOvertaken(somethingChanged: somethingChanged)
    // One assignment removes `evaluating` and adds `dirty`. With two assignments, another thread
    // could use the outdated value between them.
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

  /// Returns the next node whose closure has to run, or nil if there is none left.
  ///
  /// Sets the node's `evaluating` flag, so that no other thread evaluates it. The caller must hold
  /// the graph's lock.
  @inline(__always)
  private static func next(
    _ stack: inout ValidationStack,
    dropped: inout DroppedNodes
  ) -> Unmanaged<ComputedNode>? {
    while stack.count > 0 {
      let frame = stack.last
      let node = frame.pointee.node
      let isClaimed = node._withUnsafeGuaranteedRef { node in
        let flags = node.flags
        // If another thread is evaluating the node, this thread may use neither the node's result
        // nor its list of dependencies.
        if flags.contains(.evaluating) || flags.isDisjoint(with: .unclean) {
          stack.pop(into: &dropped)
          return false
        }
        if !flags.contains(.dirty) {
          switch walk(frame, of: node) {
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

  /// Finds out whether a dependency of `node` has changed, or has to be validated first.
  ///
  /// The dependencies are checked in the order of reading. The check stops at the first changed
  /// dependency. The later ones need no check, because the closure has to run again and may not
  /// read them.
  @inline(__always)
  private static func walk(
    _ frame: UnsafeMutablePointer<ValidationStack.Frame>,
    of node: ComputedNode
  ) -> Finding {
    if frame.pointee.generation != node.dependencyGeneration { frame.pointee = .init(node) }
    while true {
      while let edge = frame.pointee.edge {
        let finding: Finding? = edge.pointee.dependency._withUnsafeGuaranteedRef { dependency in
          let flags = dependency.flags
          if !flags.isDisjoint(with: .notUpToDate) {
            // A closure is computing the dependency, either on another thread or further out on
            // this thread. The second case is a cycle. When the closure of this node runs and reads
            // the dependency, it finds out which case it is.
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

/// Creates the error message for a cycle of computed nodes. For example, the closure of `a` reads
/// `b`, and the closure of `b` reads `a`.
enum Cycle {
  /// Returns the message, which lists the names of the nodes in the cycle.
  ///
  /// The list begins with the outermost node, follows the reads, and ends with the outermost node
  /// again.
  static func message(_ innermostFirst: [ComputedNode]) -> String {
    let names = innermostFirst.reversed().map(\.description)
    let circle = (names + names.prefix(1)).prefix(20).joined(separator: " reads ")
    return "A cycle: a computed node reads itself, directly or through others: \(circle). "
      + "Break it by reading a stored node on one side."
  }
}

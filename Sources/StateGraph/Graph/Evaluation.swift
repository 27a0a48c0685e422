import CStateGraphThreads

/// One run of a computed node's closure: records which nodes it reads.
///
/// Lives on the stack of the evaluating thread; the thread state points to the innermost one. As
/// long as the run reads what the last run read, in the same order, recording is one comparison for
/// each read and allocates nothing.
struct Evaluation {
  /// A node that was read. Retained.
  struct Read {
    let dependency: Unmanaged<GraphNode>
    /// Its `changedAt` then.
    let seen: UInt64
  }

  private let node: Unmanaged<ComputedNode>
  /// The evaluation that was interrupted by this one.
  private let outer: UnsafeMutableRawPointer?
  /// The next edge of the last run that has not been read again yet.
  private(set) var expected: EdgePointer?
  /// The last edge that has, or nil at the beginning.
  private(set) var lastMatched: EdgePointer?
  /// What was read beyond that, each once.
  private(set) var added: [Read] = []
  private var addedSet: Set<UnsafeMutableRawPointer> = []

  private init(_ node: ComputedNode, owning: Bool, outer: UnsafeMutableRawPointer?) {
    self.node = .passUnretained(node)
    self.outer = outer
    // A run beside the one of another thread, which owns the list, collects for itself.
    expected = owning ? node.firstDependency : nil
  }

  static func of(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Evaluation> {
    pointer.assumingMemoryBound(to: Evaluation.self)
  }

  /// Runs `body` with reads recorded for `node`.
  static func run<Result>(
    _ node: ComputedNode,
    owning: Bool,
    _ body: () -> Result
  ) -> (Result, Evaluation) {
    let thread = stategraph_thread_current()
    var evaluation = Evaluation(node, owning: owning, outer: thread.pointee.tracking)
    let result = withUnsafeMutablePointer(to: &evaluation) { pointer in
      thread.pointee.tracking = UnsafeMutableRawPointer(pointer)
      defer { thread.pointee.tracking = pointer.pointee.outer }
      return body()
    }
    return (result, evaluation)
  }

  /// Whether `node` is being evaluated on this thread: reading it now is a cycle.
  static func isRunning(_ node: ComputedNode) -> Bool {
    var pointer = stategraph_thread_current().pointee.tracking
    while let current = pointer {
      let evaluation = of(current).pointee
      if evaluation.node.toOpaque() == Unmanaged.passUnretained(node).toOpaque() { return true }
      pointer = evaluation.outer
    }
    return false
  }

  mutating func record(_ dependency: GraphNode) {
    let pointer = Unmanaged.passUnretained(dependency).toOpaque()
    if let expected, expected.pointee.dependency.toOpaque() == pointer {
      expected.pointee.seen = dependency.changedAt
      lastMatched = expected
      self.expected = expected.pointee.nextDependency
      return
    }
    guard !wasRead(pointer) else { return }
    added.append(Read(dependency: .passRetained(dependency), seen: dependency.changedAt))
    if added.count > 8 {
      if addedSet.isEmpty { addedSet = Set(added.map { $0.dependency.toOpaque() }) }
      addedSet.insert(pointer)
    }
  }

  private func wasRead(_ pointer: UnsafeMutableRawPointer) -> Bool {
    if let lastMatched, lastMatched.pointee.dependency.toOpaque() == pointer { return true }
    if !addedSet.isEmpty { return addedSet.contains(pointer) }
    return added.contains { $0.dependency.toOpaque() == pointer }
  }
}

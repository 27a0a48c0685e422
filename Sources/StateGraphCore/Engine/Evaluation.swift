import CStateGraphThreads
import Synchronization

/// One run of a computed node's closure, which records the nodes that the closure reads.
///
/// It lives on the stack of the evaluating thread, and the thread state points to the innermost
/// one. While the closure reads the same nodes in the same order as in the previous run, recording
/// a read takes one comparison and allocates nothing, also for nodes that are read repeatedly.
struct Evaluation: ~Copyable {
  private let node: Unmanaged<ComputedNode>
  /// Unique among all runs of the process.
  private let number: UInt64
  /// The thread's `running` and `tracking` evaluations before this one, which are restored at its
  /// end.
  private var outer: UnsafeMutableRawPointer?
  private var outerTracking: UnsafeMutableRawPointer?
  /// The first edge of the previous run that this run has not matched yet.
  private(set) var expected: EdgePointer?
  /// The last edge that this run has matched, or nil if there is none.
  private(set) var lastMatched: EdgePointer?
  /// The dependencies that were read after the first mismatch. Nil in most runs.
  private(set) var newDependencies: NewDependencies?
  /// Whether this run has used an uncached value of a node that another thread was evaluating.
  private(set) var hasUncachedRead = false

  /// - Parameter owning: False if another thread owns the evaluation of the node, and with it the
  ///   dependency list.
  @inline(__always)
  init(_ node: ComputedNode, owning: Bool) {
    self.node = .passUnretained(node)
    number = Self.nextNumber()
    expected = owning ? node.firstDependency : nil
    if owning { node.lastRun = number }
  }

  @inline(__always)
  static func of(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Evaluation> {
    pointer.assumingMemoryBound(to: Evaluation.self)
  }

  /// Runs `body` as the innermost evaluation of this thread. If `recording` is false, its reads are
  /// not recorded.
  @inline(__always)
  mutating func run<Result>(recording: Bool = true, _ body: () -> Result) -> Result {
    let thread = stategraph_thread_current()
    return withUnsafeMutablePointer(to: &self) { pointer in
      pointer.pointee.outer = thread.pointee.running
      pointer.pointee.outerTracking = thread.pointee.tracking
      thread.pointee.running = UnsafeMutableRawPointer(pointer)
      thread.pointee.tracking = recording ? UnsafeMutableRawPointer(pointer) : nil
      let result = body()
      thread.pointee.tracking = pointer.pointee.outerTracking
      thread.pointee.running = pointer.pointee.outer
      return result
    }
  }

  /// The nodes that this thread is evaluating, from the innermost to `node`, or nil if it is not
  /// evaluating `node`. If the result is not nil, a read of `node` is a cycle.
  static func runningNodes(backTo node: ComputedNode) -> [ComputedNode]? {
    var nodes: [ComputedNode] = []
    var pointer = stategraph_thread_current().pointee.running
    while let current = pointer {
      nodes.append(of(current).pointee.node.takeUnretainedValue())
      if nodes.last === node { return nodes }
      pointer = of(current).pointee.outer
    }
    return nil
  }

  /// Each thread takes a block of numbers at a time, so that threads do not write to a shared word
  /// in every run.
  @inline(__always)
  static func nextNumber() -> UInt64 {
    let thread = stategraph_thread_current()
    if thread.pointee.last_run & 0xffff == 0 {
      thread.pointee.last_run = nextBlock.add(0x1_0000, ordering: .relaxed).newValue
    }
    thread.pointee.last_run += 1
    return thread.pointee.last_run
  }

  private static let nextBlock = Atomic<UInt64>(0)

  @inline(__always)
  mutating func record(_ dependency: GraphNode) {
    let pointer = Unmanaged.passUnretained(dependency).toOpaque()
    if let expected, newDependencies == nil, expected.pointee.dependency.toOpaque() == pointer {
      expected.pointee.seen = dependency.changedAt
      lastMatched = expected
      self.expected = expected.pointee.nextDependency
      dependency.lastReader.store(number, ordering: .relaxed)
      return
    }
    if dependency.lastReader.load(ordering: .relaxed) == number { return }
    recordUnexpected(dependency, pointer)
  }

  /// Notes that this run used an uncached value of `dependency`, which it has recorded before.
  mutating func noteUncachedRead(_ dependency: GraphNode) {
    hasUncachedRead = true
    let pointer = Unmanaged.passUnretained(dependency).toOpaque()
    newDependencies?.noteUncachedRead(pointer)
    forEachMatched { edge in
      if edge.pointee.dependency.toOpaque() == pointer { edge.pointee.seen = .max }
    }
  }

  @inline(never)
  private mutating func recordUnexpected(
    _ dependency: GraphNode,
    _ pointer: UnsafeMutableRawPointer
  ) {
    // Another run, on this thread or another one, can have overwritten this run's number.
    let isFirst = dependency.lastReader.exchange(number, ordering: .relaxed) == 0
    guard isFirst || !wasRead(pointer) else { return }
    let newDependencies = newDependencies ?? NewDependencies(after: matchedPrefix())
    self.newDependencies = newDependencies
    newDependencies.append(dependency)
  }

  /// Before the first mismatch this is a search along the matched edges. After it the matched edges
  /// do not change any more, and `newDependencies` contains them.
  private func wasRead(_ pointer: UnsafeMutableRawPointer) -> Bool {
    if let newDependencies { return newDependencies.contains(pointer) }
    var found = false
    forEachMatched { found = found || $0.pointee.dependency.toOpaque() == pointer }
    return found
  }

  private func matchedPrefix() -> [UnsafeMutableRawPointer] {
    var prefix: [UnsafeMutableRawPointer] = []
    forEachMatched { prefix.append($0.pointee.dependency.toOpaque()) }
    return prefix
  }

  private func forEachMatched(_ body: (EdgePointer) -> Void) {
    guard let lastMatched else { return }
    var edge = node._withUnsafeGuaranteedRef { $0.firstDependency }
    while let current = edge {
      body(current)
      edge = current == lastMatched ? nil : current.pointee.nextDependency
    }
  }
}

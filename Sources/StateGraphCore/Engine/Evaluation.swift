import CStateGraphThreads
import Synchronization

/// One run of a computed node's closure, which records the nodes that the closure reads.
///
/// The record is on the stack of the evaluating thread. The thread's state points to the record of
/// its innermost run.
///
/// Most closures read the same nodes in the same order as in the previous run. In such a run,
/// recording a read takes one comparison and no allocation, even if the closure reads a node
/// repeatedly.
struct Evaluation: ~Copyable {
  private let node: Unmanaged<ComputedNode>
  /// The number of this run. No other run in the process has the same number.
  private let number: UInt64
  /// The record of the run that encloses this run on the thread. When this run ends, the thread
  /// continues with that record.
  private var outer: UnsafeMutableRawPointer?
  /// The value of the thread's field `tracking` before this run, which is restored when this run
  /// ends.
  private var outerTracking: UnsafeMutableRawPointer?
  /// The edge to the node that the closure is expected to read next, which is the node that the
  /// previous run read at this point, or nil if the previous run read no further node, or if this
  /// run may not change the node's edges.
  private(set) var expected: EdgePointer?
  /// The edge of the previous run that this run has reused most recently, because the closure has
  /// read the same node again, or nil if this run has not reused an edge.
  private(set) var lastMatched: EdgePointer?
  /// The nodes that this run has read since its reads first differed from the previous run.
  ///
  /// The value is nil in most runs, because most runs read the same nodes in the same order.
  private(set) var newDependencies: NewDependencies?
  /// Whether this run has read a node while another thread was evaluating that node, so that the
  /// value was computed without the cache.
  private(set) var hasUncachedRead = false

  /// Creates the record of a new run of the closure of `node`.
  ///
  /// - Parameter owning: Whether this thread may change the node's list of dependencies. False if
  ///   another thread is evaluating the node.
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

  /// Runs `body` as the innermost evaluation of this thread.
  ///
  /// If `recording` is false, the nodes that `body` reads are not recorded as dependencies.
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

  /// Returns the nodes that this thread is evaluating, from the innermost node to `node`.
  ///
  /// Returns nil if this thread is not evaluating `node`. If the result is not nil, reading `node`
  /// now would be a cycle.
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

  /// Returns a number that no other run in the process has.
  ///
  /// Each thread reserves a block of numbers at a time. If all threads wrote to one shared word in
  /// every run, they would slow each other down.
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
    recordUnexpected(dependency, at: pointer)
  }

  /// Records that this run used an uncached value of `dependency`.
  ///
  /// Call this function after the read of `dependency` was recorded.
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
    at pointer: UnsafeMutableRawPointer
  ) {
    // A run on another thread can have replaced this run's number in `lastReader`. Then only a
    // search of the recorded reads shows whether this run has already read the dependency.
    let isFirst = dependency.lastReader.exchange(number, ordering: .relaxed) == 0
    guard isFirst || !wasRead(pointer) else { return }
    let newDependencies = newDependencies ?? NewDependencies(after: matchedPrefix())
    self.newDependencies = newDependencies
    newDependencies.append(dependency)
  }

  /// Returns whether this run has already read the node at the address `pointer`.
  ///
  /// Before the first difference from the previous run, this function searches the reused edges.
  /// After this difference, `newDependencies` contains all nodes that this run has read.
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

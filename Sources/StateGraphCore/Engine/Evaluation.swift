import CStateGraphThreads
import Synchronization

/// One run of a computed node's closure, which records the nodes that the closure reads.
///
/// The record is on the stack of the evaluating thread, and the thread's state points to the record
/// of its innermost run. As long as the closure reads the same nodes in the same order as in its
/// previous run, recording a read takes one comparison and no allocation. This is also true if the
/// closure reads a node repeatedly.
struct Evaluation: ~Copyable {
  private let node: Unmanaged<ComputedNode>
  /// The number of this run. No other run in the process has the same number.
  private let number: UInt64
  /// The values of the thread's fields `running` and `tracking` before this run. They are restored
  /// when the run ends.
  private var outer: UnsafeMutableRawPointer?
  private var outerTracking: UnsafeMutableRawPointer?
  /// The edge whose dependency the closure is expected to read next: the first edge that has
  /// not been matched yet.
  private(set) var expected: EdgePointer?
  /// The last edge of the previous run that this run has matched, or nil if it has matched none.
  private(set) var lastMatched: EdgePointer?
  /// The nodes that this run has read since its reads first differed from the previous run. Nil in
  /// most runs.
  private(set) var newDependencies: NewDependencies?
  /// Whether this run has used an uncached value of a node that another thread was evaluating.
  private(set) var hasUncachedRead = false

  /// - Parameter owning: True if this thread has claimed the node's evaluation and may therefore
  ///   change its list of dependencies. False if another thread is evaluating the node.
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

  /// Runs `body` as the innermost evaluation of this thread. If `recording` is false, the nodes
  /// that `body` reads are not recorded as dependencies.
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

  /// Returns the nodes that this thread is evaluating, from the innermost node to `node`. Returns
  /// nil if this thread is not evaluating `node`. If it is, reading `node` now would be a cycle.
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

  /// Returns a number that no other run has. Each thread reserves a block of numbers at a time,
  /// because threads that write to one shared word in every run would slow each other down.
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

  /// Records that this run used an uncached value of `dependency`. The run must already have
  /// recorded that it read `dependency`.
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
    // Another run, on this thread or another one, can have replaced this run's number in
    // `lastReader`. Then only a search tells whether this run has already read the dependency.
    let isFirst = dependency.lastReader.exchange(number, ordering: .relaxed) == 0
    guard isFirst || !wasRead(pointer) else { return }
    let newDependencies = newDependencies ?? NewDependencies(after: matchedPrefix())
    self.newDependencies = newDependencies
    newDependencies.append(dependency)
  }

  /// Returns whether this run has already read the node. As long as the reads are the same as in
  /// the previous run, this is a search along the matched edges. After the first difference,
  /// `newDependencies` contains the matched edges too, which do not change any more.
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

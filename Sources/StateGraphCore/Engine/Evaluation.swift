import CStateGraphThreads
import Synchronization

/// One run of a computed node's closure: records which nodes it reads.
///
/// Lives on the stack of the evaluating thread; the thread state points to the innermost one. As
/// long as the run reads what the last run read, in the same order, recording is one comparison for
/// each read and allocates nothing, however often it reads a node again.
struct Evaluation: ~Copyable {
  private let node: Unmanaged<ComputedNode>
  /// Unlike that of any other run since the process began.
  private let number: UInt64
  /// The evaluation that was interrupted by this one, and the one that was being recorded.
  private var outer: UnsafeMutableRawPointer?
  private var outerTracking: UnsafeMutableRawPointer?
  /// The first edge of the last run that has not been read again, in this order, so far.
  private(set) var expected: EdgePointer?
  /// The last edge that has, or nil at the beginning.
  private(set) var lastMatched: EdgePointer?
  /// What was read beyond that, or nil where nothing was, which is the rule.
  private(set) var newDependencies: NewDependencies?
  /// Whether a value was computed for this run alone, beside another thread's evaluation.
  private(set) var hasUncachedRead = false

  /// `owning` is false for a run beside the one of another thread, which owns the list.
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

  /// Runs `body` with reads recorded here, or with reads recorded nowhere.
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

  /// The nodes that are being evaluated on this thread, from the innermost to `node`, or nil if
  /// `node` is not among them. Reading it now is a cycle.
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

  /// Threads take numbers in blocks, so that they do not share a word.
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

  /// The value of `dependency` that this run gets, and has recorded, is not the one that is kept.
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
    // A run in between, on this thread or another, may have left its number over this one's.
    let isFirst = dependency.lastReader.exchange(number, ordering: .relaxed) == 0
    guard isFirst || !wasRead(pointer) else { return }
    let newDependencies = newDependencies ?? NewDependencies(after: matchedPrefix())
    self.newDependencies = newDependencies
    newDependencies.append(dependency)
  }

  /// Before the first addition, which ends the matching, a search along the list; afterwards what
  /// is matched does not grow any more, and the newDependencies know it.
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

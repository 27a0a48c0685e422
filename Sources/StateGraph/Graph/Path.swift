/// Where a walk towards the sources stands: from the node somebody wants to the one being looked
/// at.
///
/// Holds no references at first. A node on it is alive because the edge from the one before it is
/// there, which is so for as long as ``Graph/dropCount`` has not moved; the root is its reader's.
/// Once that has moved, the walk begins again and retains what it goes by, so that it need not
/// begin a third time.
struct Path: ~Copyable {
  struct Visit {
    let node: Unmanaged<ComputedNode>
    /// The dependency to look at next, valid while `generation` is the node's.
    var edge: EdgePointer?
    var generation: UInt32
    /// When the look at the dependencies began: what was looked at before another closure ran may
    /// have changed by it.
    let epoch: UInt64

    @inline(__always)
    init(_ node: ComputedNode) {
      self.node = .passUnretained(node)
      edge = node.firstDependency
      generation = node.dependencyGeneration
      epoch = Graph.epoch
    }
  }

  /// Enough for most graphs; a longer path moves to the heap.
  static let shortLength = 8

  private let short: UnsafeMutablePointer<Visit>
  private var visits: UnsafeMutablePointer<Visit>
  private var capacity: Int
  private(set) var count = 1
  private(set) var isRetaining = false

  /// `buffer` holds `shortLength` visits and outlives the path. Make it under the graph's lock.
  @inline(__always)
  init(_ root: ComputedNode, in buffer: UnsafeMutablePointer<Visit>) {
    short = buffer
    visits = buffer
    capacity = Self.shortLength
    buffer.initialize(to: Visit(root))
  }

  deinit {
    if visits != short { visits.deallocate() }
  }

  var last: UnsafeMutablePointer<Visit> {
    @inline(__always) get { visits + (count - 1) }
  }

  @inline(__always)
  mutating func push(_ node: ComputedNode) {
    if count == capacity { grow() }
    if isRetaining { _ = Unmanaged.passRetained(node) }
    (visits + count).initialize(to: Visit(node))
    count += 1
  }

  @inline(__always)
  mutating func pop(into dropped: inout DroppedNodes) {
    count -= 1
    if isRetaining, count > 0 { dropped.append(.fromOpaque(visits[count].node.toOpaque())) }
  }

  /// Starts again at the root, retaining from now on.
  mutating func rewind(to root: ComputedNode) {
    visits.pointee = Visit(root)
    count = 1
    isRetaining = true
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Visit>.allocate(capacity: capacity * 2)
    larger.initialize(from: visits, count: count)
    if visits != short { visits.deallocate() }
    visits = larger
    capacity *= 2
  }
}

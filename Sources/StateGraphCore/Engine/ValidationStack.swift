/// Where a walk towards the sources stands: from the node somebody wants to the one being looked
/// at.
///
/// Holds no references at first. A node on it is alive because the edge from the one before it is
/// there, which is so for as long as ``Graph/dropCount`` has not moved; the root is its reader's.
/// Once that has moved, the walk begins again and retains what it goes by, so that it need not
/// begin a third time.
struct ValidationStack: ~Copyable {
  struct Frame {
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

  private let short: UnsafeMutablePointer<Frame>
  private var frames: UnsafeMutablePointer<Frame>
  private var capacity: Int
  private(set) var count = 1
  private(set) var isRetaining = false

  /// `buffer` holds `shortLength` frames and outlives the path. Make it under the graph's lock.
  @inline(__always)
  init(_ root: ComputedNode, in buffer: UnsafeMutablePointer<Frame>) {
    short = buffer
    frames = buffer
    capacity = Self.shortLength
    buffer.initialize(to: Frame(root))
  }

  deinit {
    if frames != short { frames.deallocate() }
  }

  var last: UnsafeMutablePointer<Frame> {
    @inline(__always) get { frames + (count - 1) }
  }

  @inline(__always)
  mutating func push(_ node: ComputedNode) {
    if count == capacity { grow() }
    if isRetaining { _ = Unmanaged.passRetained(node) }
    (frames + count).initialize(to: Frame(node))
    count += 1
  }

  @inline(__always)
  mutating func pop(into dropped: inout DroppedNodes) {
    count -= 1
    if isRetaining, count > 0 { dropped.append(.fromOpaque(frames[count].node.toOpaque())) }
  }

  /// Starts again at the root, retaining from now on.
  mutating func rewind(to root: ComputedNode) {
    frames.pointee = Frame(root)
    count = 1
    isRetaining = true
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
    larger.initialize(from: frames, count: count)
    if frames != short { frames.deallocate() }
    frames = larger
    capacity *= 2
  }
}

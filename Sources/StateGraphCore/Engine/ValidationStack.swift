/// The position of a validation: the nodes from the root to the one whose dependencies are compared
/// now.
///
/// At first the stack retains no node. A node on it is alive because the edge from the node before
/// it exists, which is true as long as ``Graph/dropCount`` does not change; the reader keeps the
/// root alive. When the count has changed, the validation starts again at the root and retains the
/// nodes, so that it does not have to start a third time.
struct ValidationStack: ~Copyable {
  struct Frame {
    let node: Unmanaged<ComputedNode>
    /// The next dependency to compare. Valid while `generation` equals the node's
    /// `dependencyGeneration`.
    var edge: EdgePointer?
    var generation: UInt32
    /// The epoch in which the comparison began. If the epoch has changed at its end, the
    /// dependencies that were compared first may have changed again.
    let epoch: UInt64

    @inline(__always)
    init(_ node: ComputedNode) {
      self.node = .passUnretained(node)
      edge = node.firstDependency
      generation = node.dependencyGeneration
      epoch = Graph.epoch
    }
  }

  /// The number of frames without a heap allocation. Most graphs need no more.
  static let shortLength = 8

  private let short: UnsafeMutablePointer<Frame>
  private var frames: UnsafeMutablePointer<Frame>
  private var capacity: Int
  private(set) var count = 1
  private(set) var isRetaining = false

  /// - Parameter buffer: Space for `shortLength` frames, which outlives the stack. Create the stack
  ///   under the graph's lock.
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

  /// Starts again at the root. Nodes are retained from now on.
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

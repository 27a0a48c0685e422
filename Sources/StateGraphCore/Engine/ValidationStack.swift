/// The path of nodes from the root of a validation to the node whose dependencies are being
/// checked.
///
/// At first, the stack does not retain its nodes. The edge from the previous node keeps each node
/// alive, and the reader keeps the root alive. All edges still exist if ``Graph/dropCount`` has not
/// changed.
///
/// If ``Graph/dropCount`` has changed, the validation starts again at the root. From then on, the
/// stack retains its nodes, so a third start is never necessary.
struct ValidationStack: ~Copyable {
  struct Frame {
    let node: Unmanaged<ComputedNode>
    /// The next dependency to check. Valid while `generation` equals the node's
    /// `dependencyGeneration`.
    var edge: EdgePointer?
    var generation: UInt32
    /// The epoch in which the check of this node's dependencies began.
    ///
    /// If the epoch is different at the end of the check, the first dependencies may have changed
    /// again.
    let epoch: UInt64

    @inline(__always)
    init(_ node: ComputedNode) {
      self.node = .passUnretained(node)
      edge = node.firstDependency
      generation = node.dependencyGeneration
      epoch = Graph.epoch
    }
  }

  /// The number of stack entries that need no heap allocation. It is enough for most graphs.
  static let shortLength = 8

  private let short: UnsafeMutablePointer<Frame>
  private var frames: UnsafeMutablePointer<Frame>
  private var capacity: Int
  private(set) var count = 1
  private(set) var isRetaining = false

  /// Creates a stack that contains only `root`. The caller must hold the graph's lock.
  ///
  /// - Parameter buffer: Memory for `shortLength` entries. It must stay valid as long as the stack
  ///   exists.
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

  /// Removes all nodes, and adds `root` again. From now on, the stack retains its nodes.
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

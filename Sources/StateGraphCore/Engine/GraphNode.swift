import CStateGraphThreads
public import Synchronization

/// The base class of stored nodes, computed nodes and observers. Its properties connect them in the
/// dependency graph.
///
/// Do not create an instance of this class. Create a ``Stored`` or a ``Computed``.
public class GraphNode {
  /// The kind of a node, and what must happen before its cached value can be used.
  struct Flags: OptionSet {
    let rawValue: UInt32
    /// A dependency has changed, so the node's closure has to run again.
    static let dirty = Flags(rawValue: 1 << 0)
    /// A direct or indirect dependency may have changed.
    ///
    /// The dependencies must be validated to find out whether the closure has to run again.
    static let check = Flags(rawValue: 1 << 1)
    /// A thread is running the node's closure. Other threads must not use the node's list of
    /// dependencies.
    static let evaluating = Flags(rawValue: 1 << 2)
    /// The observer waits in a thread's queue for its call. See ``SynchronousDelivery``.
    static let pending = Flags(rawValue: 1 << 3)
    static let cancelled = Flags(rawValue: 1 << 4)
    /// The node is a ``ComputedNode``, so it can be cast without a check. This flag never changes.
    static let computed = Flags(rawValue: 1 << 5)
    /// The node is an ``Observer``, so it can be cast without a check. This flag never changes.
    static let observer = Flags(rawValue: 1 << 6)
    /// The node's first subscriber is its ``ObservationBridge``, which reports changes to
    /// Observation.
    static let bridged = Flags(rawValue: 1 << 7)
    /// The node of a macro property has received its initial value. Used only for a node whose
    /// value is stored outside of the node.
    static let initialized = Flags(rawValue: 1 << 8)
    /// The node is a ``PredicateNode``, so it can be cast without a check. This flag never changes.
    static let predicate = Flags(rawValue: 1 << 9)
    /// The node evaluates the closure of a `withGraphTrackingGroup`. If the closure sets a node
    /// that it has read, the group's observer runs the closure again. This flag never changes.
    static let group = Flags(rawValue: 1 << 10)

    static let unclean: Flags = [.dirty, .check]
    /// The flags that forbid the use of the cached value.
    ///
    /// If any of them is set, the value is out of date, or a thread is about to replace it.
    static let notUpToDate: Flags = [.dirty, .check, .evaluating]
  }

  /// The node's `Flags` as one word. Written under ``Graph/lock``.
  ///
  /// A read of an up-to-date value loads this word without the lock.
  @usableFromInline final let flagWord: Atomic<UInt32>
  /// Guards the value in the subclass while a thread copies or replaces the value.
  @usableFromInline final let valueLock = ValueLock()
  /// The epoch of the last change, which is the number of that change in the process.
  ///
  /// Written under ``Graph/lock``. Evaluations load it without the lock when they record a read.
  private final let changedAtWord = Atomic<UInt64>(0)
  /// The number of the run that recorded the last read of this node.
  ///
  /// If a run finds its own number here, it has already recorded the node. A run on another thread
  /// can overwrite the number. The first run then has to search its list of reads, but no read is
  /// lost.
  final let lastReader = Atomic<UInt64>(0)
  // The properties below have `@exclusivity(unchecked)`, because the graph's lock already provides
  // exclusive access. The runtime's check would cost more than the access itself. The first edge to
  // a node or observer that depends on this node. It is nil if nothing depends on this node.
  // Guarded by ``Graph/lock``.
  @exclusivity(unchecked) final var firstSubscriber: EdgePointer?
  /// The last edge to a node or observer that depends on this node, or nil if nothing depends on
  /// this node. Guarded by ``Graph/lock``.
  @exclusivity(unchecked) final var lastSubscriber: EdgePointer?
  /// The node's name and the source location that created the node.
  final let origin: NodeOrigin
  /// The lower 32 bits of the number of the task or thread that changes the value in place. Written
  /// under `valueLock`. The upper bits are in the word of `valueLock`.
  final let changeOwnerLow = Atomic<UInt32>(0)

  /// Creates a node whose value is up to date, so that no flag is set.
  @usableFromInline
  init(_ origin: NodeOrigin) {
    flagWord = Atomic(0)
    self.origin = origin
  }

  init(flags: Flags, _ origin: NodeOrigin) {
    flagWord = Atomic(flags.rawValue)
    self.origin = origin
  }

  // When this runs, no subscriber is left, because every subscriber retains this node. The only
  // exception is the observation bridge, which this node owns.
  deinit {
    if flags.contains(.bridged) { ObservationBridge.detach(from: self) }
  }

  /// Whether a cached value exists and is up to date.
  ///
  /// The number 7 is the raw value of `notUpToDate`. That constant is not visible in other modules,
  /// into which this property is inlined.
  @inlinable
  final var isUpToDate: Bool { flagWord.load(ordering: .acquiring) & 7 == 0 }

  /// The epoch in which the value last changed. It can be read without the graph's lock.
  final var changedAt: UInt64 {
    @inline(__always) get { changedAtWord.load(ordering: .acquiring) }
    @inline(__always) set { changedAtWord.store(newValue, ordering: .releasing) }
  }

  final var flags: Flags {
    @inline(__always) get { Flags(rawValue: flagWord.load(ordering: .acquiring)) }
    @inline(__always) set { flagWord.store(newValue.rawValue, ordering: .releasing) }
  }

  /// This node as a computed node, or nil if it is not a computed node. Reading the flag is cheaper
  /// than `as?`.
  final var asComputed: ComputedNode? {
    @inline(__always)
    get { flags.contains(.computed) ? unsafeDowncast(self, to: ComputedNode.self) : nil }
  }

  /// The node that observers of this node attach to.
  ///
  /// If the value is stored outside of this node, it is the node that represents the stored value.
  @usableFromInline var observed: GraphNode { self }

  /// Records that the current evaluation of this thread, if there is one, reads this node.
  ///
  /// Call this function when the value is up to date, but before you read the value. A change
  /// between this call and the read of the value is then detected when the evaluation ends.
  @usableFromInline
  final func track() {
    let thread = stategraph_thread_current()
    if let tracking = thread.pointee.tracking {
      Evaluation.of(tracking).pointee.record(self)
    } else if stategraph_is_observation_in_use() != 0,
      thread.pointee.running == nil
    {
      // While a closure runs, Observation tracks only the computed node of that closure. It does
      // not track the nodes that the closure reads.
      ObservationBridge.access(self)
    }
  }
}

import CStateGraphThreads
public import Synchronization

/// What stored nodes, computed nodes and observers have in common: a place in the graph.
///
/// Not for use by itself: make a ``Stored`` or a ``Computed``.
public class GraphNode {
  /// What a node is, and what it has to do before its value may be believed.
  struct Flags: OptionSet {
    let rawValue: UInt32
    /// A dependency changed: evaluate.
    static let dirty = Flags(rawValue: 1 << 0)
    /// Something additional up changed: find out whether it reached a dependency.
    static let check = Flags(rawValue: 1 << 1)
    /// A thread is evaluating the node.
    static let evaluating = Flags(rawValue: 1 << 2)
    /// The observer waits for its delivery.
    static let pending = Flags(rawValue: 1 << 3)
    static let cancelled = Flags(rawValue: 1 << 4)
    /// The node is a ``ComputedNode``. Never changes.
    static let computed = Flags(rawValue: 1 << 5)
    /// The node is an ``Observer``. Never changes.
    static let observer = Flags(rawValue: 1 << 6)
    /// The first subscriber is the node's ``ObservationBridge``.
    static let bridged = Flags(rawValue: 1 << 7)
    /// A property's node with a backing has been offered the property's initial value.
    static let initialized = Flags(rawValue: 1 << 8)
    /// The node is a ``PredicateNode``. Never changes.
    static let predicate = Flags(rawValue: 1 << 9)

    static let unclean: Flags = [.dirty, .check]
    /// The cached value is not to be believed, or somebody is about to replace it.
    static let notUpToDate: Flags = [.dirty, .check, .evaluating]
  }

  /// Written under ``Graph/lock``; read without it by the fast path of a clean read.
  @usableFromInline final let flagWord: Atomic<UInt32>
  /// Guards the subclass's value, for the few instructions of copying or replacing it.
  @usableFromInline final let valueLock = ValueLock()
  /// Written under ``Graph/lock``; read without it by closures that record what they read.
  private final let changedAtWord = Atomic<UInt64>(0)
  /// The number of the run that last recorded a read of this node: a second read in the same run
  /// has nothing to record. Threads overwrite each other's, which costs a search and loses nothing.
  final let lastReader = Atomic<UInt64>(0)
  // Exclusive access is what the lock gives; the runtime's own check would cost more than the work.
  /// Guarded by ``Graph/lock``.
  @exclusivity(unchecked) final var firstSubscriber: EdgePointer?
  /// Guarded by ``Graph/lock``.
  @exclusivity(unchecked) final var lastSubscriber: EdgePointer?
  /// Where it was made.
  final let origin: NodeOrigin

  /// A node that is up to date as it is.
  @usableFromInline
  init(_ origin: NodeOrigin) {
    flagWord = Atomic(0)
    self.origin = origin
  }

  init(flags: Flags, _ origin: NodeOrigin) {
    flagWord = Atomic(flags.rawValue)
    self.origin = origin
  }

  // Whoever subscribes retains this node by its edge, so nobody does when this runs, but for the
  // bridge, which the node owns.
  deinit {
    if flags.contains(.bridged) { ObservationBridge.detach(from: self) }
  }

  /// Whether the value is there and up to date.
  @inlinable
  final var isUpToDate: Bool { flagWord.load(ordering: .acquiring) & 7 == 0 }

  /// The epoch at which the value last really changed.
  final var changedAt: UInt64 {
    @inline(__always) get { changedAtWord.load(ordering: .acquiring) }
    @inline(__always) set { changedAtWord.store(newValue, ordering: .releasing) }
  }

  final var flags: Flags {
    @inline(__always) get { Flags(rawValue: flagWord.load(ordering: .acquiring)) }
    @inline(__always) set { flagWord.store(newValue.rawValue, ordering: .releasing) }
  }

  /// This node as what its flags say it is.
  final var asComputed: ComputedNode? {
    @inline(__always)
    get { flags.contains(.computed) ? unsafeDowncast(self, to: ComputedNode.self) : nil }
  }

  /// The node that observers of this one attach to.
  @usableFromInline var observed: GraphNode { self }

  /// Remembers that the evaluation on this thread, if there is one, reads this node. Call before
  /// the value is read, and when it is settled: a change in between is then found at the end.
  @usableFromInline
  final func track() {
    let thread = stategraph_thread_current()
    if let tracking = thread.pointee.tracking {
      Evaluation.of(tracking).pointee.record(self)
    } else if stategraph_is_observation_in_use() != 0,
      thread.pointee.running == nil
    {
      // What a closure reads is its node's business; Observation hears of the node.
      ObservationBridge.access(self)
    }
  }
}

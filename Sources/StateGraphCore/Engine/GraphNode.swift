import CStateGraphThreads
public import Synchronization

/// The common part of stored nodes, computed nodes and observers: their place in the graph.
///
/// Create a ``Stored`` or a ``Computed`` instead of this class.
public class GraphNode {
  /// The kind of a node, and what has to happen before its cached value can be used.
  struct Flags: OptionSet {
    let rawValue: UInt32
    /// A dependency has changed: evaluate the node.
    static let dirty = Flags(rawValue: 1 << 0)
    /// A node that a dependency is computed from has changed: validate the dependencies first.
    static let check = Flags(rawValue: 1 << 1)
    /// A thread is evaluating the node.
    static let evaluating = Flags(rawValue: 1 << 2)
    /// The observer is in a queue of ``SynchronousDelivery``.
    static let pending = Flags(rawValue: 1 << 3)
    static let cancelled = Flags(rawValue: 1 << 4)
    /// The node is a ``ComputedNode``. Never changes.
    static let computed = Flags(rawValue: 1 << 5)
    /// The node is an ``Observer``. Never changes.
    static let observer = Flags(rawValue: 1 << 6)
    /// The first subscriber is the node's ``ObservationBridge``.
    static let bridged = Flags(rawValue: 1 << 7)
    /// The node of a property with a backing has already received the property's initial value.
    static let initialized = Flags(rawValue: 1 << 8)
    /// The node is a ``PredicateNode``. Never changes.
    static let predicate = Flags(rawValue: 1 << 9)

    static let unclean: Flags = [.dirty, .check]
    /// The cached value cannot be used, or a thread is about to replace it.
    static let notUpToDate: Flags = [.dirty, .check, .evaluating]
  }

  /// Written under ``Graph/lock``. The fast path of a read checks it without the lock.
  @usableFromInline final let flagWord: Atomic<UInt32>
  /// Guards the subclass's value while the value is copied or replaced.
  @usableFromInline final let valueLock = ValueLock()
  /// Written under ``Graph/lock``. Evaluations read it without the lock when they record a read.
  private final let changedAtWord = Atomic<UInt64>(0)
  /// The number of the run that recorded the last read of this node, so that a second read in the
  /// same run is recognised quickly. Threads overwrite each other's numbers; the cost is a search,
  /// and no read is lost.
  final let lastReader = Atomic<UInt64>(0)
  // `@exclusivity(unchecked)`: the lock provides the exclusive access, and the runtime's check
  // would cost more than the access itself.
  /// Guarded by ``Graph/lock``.
  @exclusivity(unchecked) final var firstSubscriber: EdgePointer?
  /// Guarded by ``Graph/lock``.
  @exclusivity(unchecked) final var lastSubscriber: EdgePointer?
  /// The node's name and the place that created it.
  final let origin: NodeOrigin

  /// Creates a node without flags, whose value is up to date.
  @usableFromInline
  init(_ origin: NodeOrigin) {
    flagWord = Atomic(0)
    self.origin = origin
  }

  init(flags: Flags, _ origin: NodeOrigin) {
    flagWord = Atomic(flags.rawValue)
    self.origin = origin
  }

  // Every subscriber retains this node by its edge, so no subscriber exists here except the
  // observation bridge, which the node owns.
  deinit {
    if flags.contains(.bridged) { ObservationBridge.detach(from: self) }
  }

  /// Whether a cached value exists and is up to date. 7 is the raw value of `notUpToDate`, written
  /// as a number so that the function can be inlined into other modules.
  @inlinable
  final var isUpToDate: Bool { flagWord.load(ordering: .acquiring) & 7 == 0 }

  /// The epoch in which the value last changed.
  final var changedAt: UInt64 {
    @inline(__always) get { changedAtWord.load(ordering: .acquiring) }
    @inline(__always) set { changedAtWord.store(newValue, ordering: .releasing) }
  }

  final var flags: Flags {
    @inline(__always) get { Flags(rawValue: flagWord.load(ordering: .acquiring)) }
    @inline(__always) set { flagWord.store(newValue.rawValue, ordering: .releasing) }
  }

  /// This node as a computed node, or nil if it is of another kind.
  final var asComputed: ComputedNode? {
    @inline(__always)
    get { flags.contains(.computed) ? unsafeDowncast(self, to: ComputedNode.self) : nil }
  }

  /// The node to which observers of this node attach.
  @usableFromInline var observed: GraphNode { self }

  /// Records a read of this node in the current thread's evaluation, if there is one. Call it when
  /// the value is up to date and before the value is read: a change between the two is then
  /// detected at the end of the evaluation.
  @usableFromInline
  final func track() {
    let thread = stategraph_thread_current()
    if let tracking = thread.pointee.tracking {
      Evaluation.of(tracking).pointee.record(self)
    } else if stategraph_is_observation_in_use() != 0,
      thread.pointee.running == nil
    {
      // Inside a closure, Observation tracks the node of that closure, not the nodes that the
      // closure reads.
      ObservationBridge.access(self)
    }
  }
}

import CStateGraphThreads
public import Synchronization

/// What stored nodes, computed nodes and observers have in common: a place in the graph.
///
/// Not for use by itself: make a ``Stored`` or a ``Computed``.
public class GraphNode {
  /// What a node has to do before its value may be believed.
  struct Flags: OptionSet {
    let rawValue: UInt32
    /// A dependency changed: evaluate.
    static let dirty = Flags(rawValue: 1 << 0)
    /// Something further up changed: find out whether it reached a dependency.
    static let check = Flags(rawValue: 1 << 1)
    /// A thread is evaluating the node.
    static let evaluating = Flags(rawValue: 1 << 2)
    /// The observer waits for its delivery.
    static let pending = Flags(rawValue: 1 << 3)
    static let cancelled = Flags(rawValue: 1 << 4)

    static let unclean: Flags = [.dirty, .check]
    /// The cached value is not to be believed, or somebody is about to replace it.
    static let unsettled: Flags = [.dirty, .check, .evaluating]
  }

  /// Written under ``Graph/lock``; read without it by closures that record what they read.
  private let changedAtWord = Atomic<UInt64>(0)
  /// Guarded by ``Graph/lock``.
  final var firstSubscriber: EdgePointer?
  /// Guarded by ``Graph/lock``.
  final var lastSubscriber: EdgePointer?

  /// Written under ``Graph/lock``; read without it by the fast path of a clean read.
  @usableFromInline let flagWord: Atomic<UInt32>
  /// Guards the subclass's value, for the few instructions of copying or replacing it.
  @usableFromInline final let valueLock = ValueLock()

  /// Where it was made, or nil for what the library makes for itself.
  final let origin: NodeOrigin?

  init(flags: Flags, _ origin: NodeOrigin? = nil) {
    self.origin = origin
    flagWord = Atomic(flags.rawValue)
  }

  // Whoever subscribes retains this node by its edge, so nobody does when this runs.
  deinit {}

  /// Whether there is nothing to do before a computed node's value may be believed.
  @inlinable
  final var isClean: Bool { flagWord.load(ordering: .acquiring) == 0 }

  /// The epoch at which the value last really changed.
  final var changedAt: UInt64 {
    get { changedAtWord.load(ordering: .acquiring) }
    set { changedAtWord.store(newValue, ordering: .releasing) }
  }

  final var flags: Flags {
    get { Flags(rawValue: flagWord.load(ordering: .acquiring)) }
    set { flagWord.store(newValue.rawValue, ordering: .releasing) }
  }

  /// What this node is to a mark that passes through. Overridden by the two kinds of subscriber.
  var asComputed: ComputedNode? { nil }
  var asObserver: Observer? { nil }

  /// The node that observers of this one attach to.
  var observed: GraphNode { self }

  /// Remembers that the evaluation on this thread, if there is one, reads this node. Call before
  /// the value is read, and when it is settled: a change in between is then found at the end.
  @inline(__always)
  final func track() {
    if let tracking = stategraph_thread_current().pointee.tracking {
      Evaluation.of(tracking).pointee.record(self)
    }
  }
}

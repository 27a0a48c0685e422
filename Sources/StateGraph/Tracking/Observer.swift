import StateGraphThreads

/// Something that is called when a node changed: the end of the graph.
///
/// Alive while its cancellable is: the edge from the node retains it, and cancelling removes the
/// edge.
class Observer: GraphNode {
  /// What is observed. Retained, so that a temporary computed lives as long as its subscription.
  private let node: GraphNode
  /// Nil once cancelled. Guarded by ``Graph/lock``.
  private var edge: EdgePointer?
  /// Whether a thread is delivering, and whether another asked it to look again. Guarded by
  /// ``Graph/lock``.
  private var isDelivering = false
  private var isOutdated = false

  /// The node has a new value that was computed, not marked. Returns whether somebody has to
  /// deliver. Call under ``Graph/lock``.
  final func needsDelivery() -> Bool {
    guard flags.isDisjoint(with: [.pending, .cancelled]) else { return false }
    if isDelivering {
      isOutdated = true
      return false
    }
    flags = flags.union(.pending)
    return true
  }

  override final var asObserver: Observer? { self }

  init(observing node: GraphNode) {
    self.node = node
    super.init(flags: [])
  }

  /// Calls the handler if the node has changed since the last call. Overridden by
  /// ``ValueObserver``.
  func deliver() {}

  final func attach() {
    Graph.lock.withLock {
      _ = Unmanaged.passRetained(self)
      edge = Graph.makeEdge(from: node, to: self)
    }
  }

  /// Stops delivery. A call of the handler that is running on another thread finishes; no other
  /// begins.
  final func cancel() {
    let wasAttached = Graph.lock.withLock {
      flags = flags.union(.cancelled)
      guard let attached = edge else { return false }
      edge = nil
      Graph.destroyEdge(attached)
      return true
    }
    if wasAttached { Unmanaged.passUnretained(self).release() }
  }

  /// Delivers on this thread. Where another thread is at it, that one looks again afterwards, so
  /// the handler never runs twice at once and always sees the last value.
  final func run() {
    let mine = Graph.lock.withLock {
      flags = flags.subtracting(.pending)
      if flags.contains(.cancelled) { return false }
      if isDelivering {
        isOutdated = true
        return false
      }
      isDelivering = true
      return true
    }
    guard mine else { return }
    var again = true
    while again {
      deliver()
      again = Graph.lock.withLock {
        defer { isOutdated = false }
        isDelivering = isOutdated && !flags.contains(.cancelled)
        return isDelivering
      }
    }
  }
}

/// Observes a node of one value type.
final class ValueObserver<Value>: Observer {
  private let source: GraphNode
  private let read: () -> Value
  private let handler: @Sendable (Value) -> Void
  /// The node's epoch at the last call. Owned by whoever delivers.
  private var deliveredAt: UInt64 = 0

  init(
    _ source: GraphNode,
    read: @escaping () -> Value,
    handler: @escaping @Sendable (Value) -> Void
  ) {
    self.source = source
    self.read = read
    self.handler = handler
    super.init(observing: source)
  }

  /// Attaches and calls the handler with the current value: now, or after the write that this
  /// thread is in, whose values may yet be undone.
  func start() {
    attach()
    guard UncommittedValues.areVisible else { return run() }
    Graph.lock.withLock { flags = flags.union(.pending) }
    Delivery.enqueue([self])
  }

  override func deliver() {
    // The epoch first, then the value: a change in between is delivered again rather than lost.
    if let computed = source.asComputed { withoutGraphTracking { Validation.settle(computed) } }
    let changedAt = Graph.lock.withLock { source.changedAt }
    // A computed node that was marked and came out equal has not changed.
    guard changedAt > deliveredAt || deliveredAt == 0 else { return }
    deliveredAt = max(changedAt, 1)
    withoutGraphTracking {
      let value = read()
      // Reading can take as long as a closure does, and somebody may have cancelled meanwhile.
      guard !flags.contains(.cancelled) else { return }
      handler(value)
    }
  }
}

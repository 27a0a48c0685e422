extension GraphNode {
  /// Creates an observer of this node, which belongs to the innermost call of
  /// ``withGraphTracking(_:)`` or the innermost group or handler on this thread.
  @usableFromInline
  final func observe(_ origin: NodeOrigin, _ action: @escaping (Observer) -> Void) {
    Registration.add(Observer(observing: observed, origin, action))
  }
}

extension Stored where Value: Sendable {
  /// Calls `handler` with the current value now, and with the new value after every change.
  ///
  /// Call this function only inside ``withGraphTracking(_:)``, a group, or another observer's
  /// handler. If you call it in a handler, the new observer ends before that handler is called
  /// again. `handler` runs on the thread that made the change, with no lock held, and never
  /// concurrently with itself. It may set nodes. The observers of these nodes are called after all
  /// observers that are already queued.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      // Reading the node can run a slow closure, and the observer can be cancelled in the meantime.
      if !observer.isCancelled { handler(value) }
    }
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` with the current value now, and with the new value after every change.
  ///
  /// Call this function only inside ``withGraphTracking(_:)``, a group, or another observer's
  /// handler. If you call it in a handler, the new observer ends before that handler is called
  /// again. `handler` runs on the thread that made the change, with no lock held, and never
  /// concurrently with itself. It may set nodes. The observers of these nodes are called after all
  /// observers that are already queued.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      // Reading the node can run a slow closure, and the observer can be cancelled in the meantime.
      if !observer.isCancelled { handler(value) }
    }
  }
}

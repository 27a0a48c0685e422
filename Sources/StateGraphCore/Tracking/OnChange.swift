extension GraphNode {
  /// Creates an observer of this node, and starts it.
  ///
  /// The innermost `withGraphTracking` closure, group or handler on this thread owns the observer.
  /// If there is none, the program ends with a message.
  @usableFromInline
  final func observe(_ origin: NodeOrigin, _ action: @escaping (Observer) -> Void) {
    Registration.add(Observer(observing: observed, origin, action))
  }
}

extension Stored where Value: Sendable {
  /// Calls `handler` with the current value now, and with the new value after every change.
  ///
  /// `handler` runs on the thread that made the change, with no lock held. It never runs
  /// concurrently with itself. It may set nodes. The observers of these nodes are called after all
  /// observers that are already queued.
  ///
  /// Call this function only inside ``withGraphTracking(_:)``, a group, or another observer's
  /// handler. An observer that you create inside a handler ends before that handler is called
  /// again.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      // Reading a node can run a slow closure. Another thread can cancel the observer in the
      // meantime.
      if !observer.isCancelled { handler(value) }
    }
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` with the current value now, and with the new value after every change.
  ///
  /// `handler` runs on the thread that made the change, with no lock held. It never runs
  /// concurrently with itself. It may set nodes. The observers of these nodes are called after all
  /// observers that are already queued.
  ///
  /// Call this function only inside ``withGraphTracking(_:)``, a group, or another observer's
  /// handler. An observer that you create inside a handler ends before that handler is called
  /// again.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      // Reading a node can run a slow closure. Another thread can cancel the observer in the
      // meantime.
      if !observer.isCancelled { handler(value) }
    }
  }
}

extension GraphNode {
  /// Creates an observer of this node in the innermost tracking scope.
  @usableFromInline
  final func observe(_ origin: NodeOrigin, _ action: @escaping (Observer) -> Void) {
    Registration.add(Observer(observing: observed, origin, action))
  }
}

extension Stored where Value: Sendable {
  /// Calls `handler` with the current value now, and with the new value after every change.
  ///
  /// Call it only inside ``withGraphTracking(_:)``, a group, or another observer's handler; in a
  /// handler, the observer ends with the next call of that handler. `handler` runs on the thread
  /// that made the change, with no lock held, and never concurrently with itself. It may set nodes.
  /// The observers of those are called after the observers that are already waiting.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      // Reading can run a slow closure, during which the observer can be cancelled.
      if !observer.isCancelled { handler(value) }
    }
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` with the current value now, and with the new value after every change.
  ///
  /// Call it only inside ``withGraphTracking(_:)``, a group, or another observer's handler; in a
  /// handler, the observer ends with the next call of that handler. `handler` runs on the thread
  /// that made the change, with no lock held, and never concurrently with itself. It may set nodes.
  /// The observers of those are called after the observers that are already waiting.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      // Reading can run a slow closure, during which the observer can be cancelled.
      if !observer.isCancelled { handler(value) }
    }
  }
}

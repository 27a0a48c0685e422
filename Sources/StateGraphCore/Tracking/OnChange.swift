extension GraphNode {
  /// Makes an observer of this node in the innermost scope.
  @usableFromInline
  final func observe(_ origin: NodeOrigin, _ action: @escaping (Observer) -> Void) {
    Registration.add(Observer(observing: observed, origin, action))
  }
}

extension Stored where Value: Sendable {
  /// Calls `handler` with the current value now and with the new one after every change.
  ///
  /// Only inside ``withGraphTracking(_:)``, a group, or another observer's handler, whose next call
  /// ends it. Called on the thread that made the change, with no lock held, never twice at once; it
  /// may set nodes, whose observers are then called after those that wait already.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      // Reading can take as long as a closure does, and somebody may have cancelled meanwhile.
      if !observer.isCancelled { handler(value) }
    }
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` with the current value now and with the new one after every change.
  ///
  /// Only inside ``withGraphTracking(_:)``, a group, or another observer's handler, whose next call
  /// ends it. Called on the thread that made the change, with no lock held, never twice at once; it
  /// may set nodes, whose observers are then called after those that wait already.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      // Reading can take as long as a closure does, and somebody may have cancelled meanwhile.
      if !observer.isCancelled { handler(value) }
    }
  }
}

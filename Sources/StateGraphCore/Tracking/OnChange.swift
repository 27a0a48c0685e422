extension GraphNode {
  /// Creates an observer of this node, and starts it.
  ///
  /// The innermost `withGraphTracking` closure, group or handler on this thread owns the observer.
  /// Outside of these, the program ends with a message.
  @usableFromInline
  final func observe(
    _ origin: NodeOrigin,
    on isolation: (any Actor)? = nil,
    action: @escaping (Observer) -> Void
  ) {
    Registration.add(Observer(observing: observed, origin, on: isolation, action: action))
  }
}

extension Stored where Value: Sendable {
  /// Calls `handler` with the current value now, and with the new value after every change.
  ///
  /// If `handler` is isolated to an actor, for example because it is written in a `@MainActor`
  /// class, it runs on this actor. If the change is made on the same actor, `handler` runs before
  /// the assignment returns. If not, it runs later, and receives only the newest value. If
  /// `handler` is not isolated, it runs on the thread that made the change, before the assignment
  /// returns.
  ///
  /// `handler` runs with no lock held, and never concurrently with itself. It may set nodes. The
  /// observers of these nodes are called after all observers that are already queued.
  ///
  /// Call this function only inside ``withGraphTracking(_:)``, a group, or another observer's
  /// handler. An observer that you create inside a handler ends before that handler is called
  /// again.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext _ handler: @escaping @Sendable @isolated(any) (Value) -> Void
  ) {
    let handle = assumingIsolation(handler)
    observe(NodeOrigin(nil, fileID: fileID, line: line), on: handler.isolation) { observer in
      let value = self.wrappedValue
      // Reading a node can run a slow closure. The observer can be cancelled in the meantime.
      if !observer.isCancelled { handle(value) }
    }
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` with the current value now, and with the new value after every change.
  ///
  /// If `handler` is isolated to an actor, for example because it is written in a `@MainActor`
  /// class, it runs on this actor. If the change is made on the same actor, `handler` runs before
  /// the assignment returns. If not, it runs later, and receives only the newest value. If
  /// `handler` is not isolated, it runs on the thread that made the change, before the assignment
  /// returns.
  ///
  /// `handler` runs with no lock held, and never concurrently with itself. It may set nodes. The
  /// observers of these nodes are called after all observers that are already queued.
  ///
  /// Call this function only inside ``withGraphTracking(_:)``, a group, or another observer's
  /// handler. An observer that you create inside a handler ends before that handler is called
  /// again.
  @inlinable
  public func onChange(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext _ handler: @escaping @Sendable @isolated(any) (Value) -> Void
  ) {
    observeValues(
      NodeOrigin(nil, fileID: fileID, line: line),
      on: handler.isolation,
      handler: assumingIsolation(handler)
    )
  }

  /// Creates an observer that passes the values to `handler`, on the thread of the change or on an
  /// actor.
  @inlinable
  @inline(__always)
  func observeValues(
    _ origin: NodeOrigin,
    on isolation: (any Actor)?,
    handler: @escaping @Sendable (Value) -> Void
  ) {
    observe(origin, on: isolation) { observer in
      let value = self.wrappedValue
      // Reading a node can run a slow closure. The observer can be cancelled in the meantime.
      if !observer.isCancelled { handler(value) }
    }
  }
}

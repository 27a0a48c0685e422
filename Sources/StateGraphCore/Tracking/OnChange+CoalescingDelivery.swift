extension Stored where Value: Sendable {
  /// Calls `handler` on `actor` with the current value, and then with the newest value after
  /// changes.
  ///
  /// ```swift
  /// model.$title.onChange(on: MainActor.shared) { _, title in
  ///   MainActor.assumeIsolated { label.text = title }
  /// }
  /// ```
  ///
  /// The handler never runs as part of a change, because a change only starts a task. If several
  /// changes happen before the task runs, the handler receives only the newest value. The handler's
  /// calls are in order and never overlap. They end with the subscription. For everything else see
  /// ``onChange(fileID:line:_:)``.
  public func onChange<Isolation: Actor>(
    on actor: Isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID, line),
      CoalescingDelivery(read: { self.wrappedValue }) { await $0.call(on: actor, handler) }
    )
  }

  /// Calls `handler` in tasks on `executor` with the current value, and then with the newest value
  /// after changes. For everything else see ``onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange(
    on executor: any TaskExecutor,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID, line),
      CoalescingDelivery(executor: executor, read: { self.wrappedValue }) { consumer in
        if let value = consumer.take() { handler(value) }
      }
    )
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` on `actor` with the current value, and then with the newest value after
  /// changes. Each change of a dependency evaluates the node on the thread that made the change, to
  /// find out whether the node's value differs. For everything else see
  /// ``Stored/onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange<Isolation: Actor>(
    on actor: Isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID, line),
      CoalescingDelivery(read: { self.wrappedValue }) { await $0.call(on: actor, handler) }
    )
  }

  /// Calls `handler` in tasks on `executor` with the current value, and then with the newest value
  /// after changes. For everything else see ``onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange(
    on executor: any TaskExecutor,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID, line),
      CoalescingDelivery(executor: executor, read: { self.wrappedValue }) { consumer in
        if let value = consumer.take() { handler(value) }
      }
    )
  }
}

extension GraphNode {
  fileprivate final func observeElsewhere<Value>(
    _ origin: NodeOrigin,
    _ consumer: CoalescingDelivery<Value>
  ) {
    Registration.add(
      Observer(
        observing: observed,
        origin,
        cancelling: { consumer.cancel() },
        { _ in consumer.wake() }
      )
    )
  }
}

extension Stored where Value: Sendable {
  /// Calls `handler` on `actor` with the current value, and with the newest whenever it has
  /// changed.
  ///
  /// ```swift
  /// model.$title.onChange(on: MainActor.shared) { _, title in label.text = title }
  /// ```
  ///
  /// Never on the thread that made the change: it only wakes a task. Values that were overtaken
  /// before the actor got to it are left out; calls are in order and never overlap. Ends with its
  /// subscription, between two calls. Otherwise as ``onChange(fileID:line:_:)``.
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

  /// Calls `handler` in tasks on `executor` with the current value, and with the newest whenever it
  /// has changed. Otherwise as ``onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
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
  /// Calls `handler` on `actor` with the current value, and with the newest whenever it has
  /// changed. As ``Stored/onChange(on:fileID:line:_:)-(Isolation,_,_,_)``; the value is computed on
  /// the thread of the change, to find out whether it differs.
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

  /// Calls `handler` in tasks on `executor` with the current value, and with the newest whenever it
  /// has changed. Otherwise as ``onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
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

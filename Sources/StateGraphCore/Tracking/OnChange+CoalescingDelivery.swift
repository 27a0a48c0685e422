extension Stored where Value: Sendable {
  /// Calls `handler` on `actor` with the current value, and after changes with the newest value.
  ///
  /// ```swift
  /// model.$title.onChange(on: screen) { screen, title in screen.show(title) }
  /// ```
  ///
  /// A change only starts a task, so an assignment never waits for the handler. If several changes
  /// happen before the task runs, the handler receives only the newest value. The handler never
  /// runs concurrently with itself, and its calls stop when the subscription ends.
  /// Call this function only inside ``withGraphTracking(_:)``, a group, or a handler.
  public func onChange<Isolation: Actor>(
    on actor: Isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID: fileID, line: line),
      consumer: CoalescingDelivery(read: { self.wrappedValue }) {
        await $0.call(on: actor, handler)
      }
    )
  }

  /// Calls `handler` on the main actor with the current value, and after changes with the newest
  /// value.
  ///
  /// ```swift
  /// model.$title.onChange(on: MainActor.shared) { [weak self] title in self?.label.text = title }
  /// ```
  ///
  /// A handler that is written in a `@MainActor` class runs on the main actor anyway. Use this
  /// function if an assignment on the main actor must not wait for the handler. In all other
  /// respects, this function works like ``onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange(
    on actor: MainActor,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID: fileID, line: line),
      consumer: CoalescingDelivery(read: { self.wrappedValue }) {
        await $0.callOnMainActor(handler)
      }
    )
  }

  /// Calls `handler` in tasks on `executor`, first with the current value, and after changes with
  /// the newest value.
  ///
  /// In all other respects, this function works like
  /// ``onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange(
    on executor: any TaskExecutor,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID: fileID, line: line),
      consumer: CoalescingDelivery(executor: executor, read: { self.wrappedValue }) { consumer in
        if let value = consumer.take() { handler(value) }
      }
    )
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` on `actor` with the current value, and after changes with the newest value.
  ///
  /// While this observer exists, each change of a dependency evaluates the node, to find out
  /// whether its value differs. The evaluation runs on the thread that made the change. In all
  /// other respects, this function works like
  /// ``Stored/onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange<Isolation: Actor>(
    on actor: Isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (isolated Isolation, Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID: fileID, line: line),
      consumer: CoalescingDelivery(read: { self.wrappedValue }) {
        await $0.call(on: actor, handler)
      }
    )
  }

  /// Calls `handler` on the main actor with the current value, and after changes with the newest
  /// value.
  ///
  /// ```swift
  /// model.$title.onChange(on: MainActor.shared) { [weak self] title in self?.label.text = title }
  /// ```
  ///
  /// A handler that is written in a `@MainActor` class runs on the main actor anyway. Use this
  /// function if an assignment on the main actor must not wait for the handler. In all other
  /// respects, this function works like ``Stored/onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange(
    on actor: MainActor,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID: fileID, line: line),
      consumer: CoalescingDelivery(read: { self.wrappedValue }) {
        await $0.callOnMainActor(handler)
      }
    )
  }

  /// Calls `handler` in tasks on `executor`, first with the current value, and after changes with
  /// the newest value.
  ///
  /// In all other respects, this function works like
  /// ``onChange(on:fileID:line:_:)-(Isolation,_,_,_)``.
  public func onChange(
    on executor: any TaskExecutor,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    observeElsewhere(
      NodeOrigin(nil, fileID: fileID, line: line),
      consumer: CoalescingDelivery(executor: executor, read: { self.wrappedValue }) { consumer in
        if let value = consumer.take() { handler(value) }
      }
    )
  }
}

extension GraphNode {
  fileprivate final func observeElsewhere<Value>(
    _ origin: NodeOrigin,
    consumer: CoalescingDelivery<Value>
  ) {
    Registration.add(
      Observer(
        observing: observed,
        origin,
        cancelling: { consumer.cancel() },
        action: { _ in consumer.wake() }
      )
    )
  }
}

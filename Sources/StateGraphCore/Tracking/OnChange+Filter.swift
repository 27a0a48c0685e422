/// Contains one observer's copy of a filter, and calls it.
///
/// Only the thread that is calling the observer uses this object, so it needs no lock.
final class FilterState<FilterType: GraphFilter> {
  private var filter: FilterType

  init(_ filter: FilterType) { self.filter = filter }

  /// Calls `handler` with the value that the filter returns for `value`. The caller's read of
  /// `value` and the filter can run user code, which can cancel the observer.
  func send(
    _ value: FilterType.Value,
    of observer: Observer,
    to handler: (FilterType.Value) -> Void
  ) {
    if !observer.isCancelled, let passed = filter.send(value: value), !observer.isCancelled {
      handler(passed)
    }
  }
}

extension Stored where Value: Sendable {
  /// Calls `handler` with each value that `filter` returns for a value of the node.
  ///
  /// `filter` receives the current value now, and the new value after every change, on the thread
  /// or actor of `handler`. If `filter` returns nil, `handler` is not called. In all other
  /// respects, this function works like ``onChange(fileID:line:_:)``.
  public func onChange(
    _ filter: some GraphFilter<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext _ handler: @escaping @Sendable @isolated(any) (Value) -> Void
  ) {
    let state = FilterState(filter)
    let handle = assumingIsolation(handler)
    observe(NodeOrigin(nil, fileID: fileID, line: line), on: handler.isolation) { observer in
      state.send(self.wrappedValue, of: observer, to: handle)
    }
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` with each value that `filter` returns for a value of the node.
  ///
  /// `filter` receives the current value now, and the new value after every change, on the thread
  /// or actor of `handler`. If `filter` returns nil, `handler` is not called. In all other
  /// respects, this function works like ``onChange(fileID:line:_:)``.
  public func onChange(
    _ filter: some GraphFilter<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext _ handler: @escaping @Sendable @isolated(any) (Value) -> Void
  ) {
    observeValues(
      filter,
      origin: NodeOrigin(nil, fileID: fileID, line: line),
      on: handler.isolation,
      handler: assumingIsolation(handler)
    )
  }

  func observeValues(
    _ filter: some GraphFilter<Value>,
    origin: NodeOrigin,
    on isolation: (any Actor)?,
    handler: @escaping @Sendable (Value) -> Void
  ) {
    let state = FilterState(filter)
    observe(origin, on: isolation) { observer in
      state.send(self.wrappedValue, of: observer, to: handler)
    }
  }
}

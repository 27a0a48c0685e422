/// An observer's copy of a filter. Owned by the delivering thread.
final class FilterState<FilterType: GraphFilter> {
  private var filter: FilterType

  init(_ filter: FilterType) { self.filter = filter }

  func send(_ value: FilterType.Value) -> FilterType.Value? { filter.send(value: value) }
}

extension Stored where Value: Sendable {
  /// Calls `handler` with the values that `filter` passes on, of the current value now and of the
  /// new value after every change. For everything else see ``onChange(fileID:line:_:)``.
  public func onChange(
    _ filter: some GraphFilter<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    let state = FilterState(filter)
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      if !observer.isCancelled, let passed = state.send(value) { handler(passed) }
    }
  }
}

extension Computed where Value: Sendable {
  /// Calls `handler` with the values that `filter` passes on, of the current value now and of the
  /// new value after every change. For everything else see ``onChange(fileID:line:_:)``.
  public func onChange(
    _ filter: some GraphFilter<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @Sendable (Value) -> Void
  ) {
    let state = FilterState(filter)
    observe(NodeOrigin(nil, fileID, line)) { observer in
      let value = self.wrappedValue
      if !observer.isCancelled, let passed = state.send(value) { handler(passed) }
    }
  }
}

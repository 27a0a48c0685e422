/// The copy of a filter that belongs to one observer. Only the thread that is calling the observer
/// uses it.
final class FilterState<FilterType: GraphFilter> {
  private var filter: FilterType

  init(_ filter: FilterType) { self.filter = filter }

  func send(_ value: FilterType.Value) -> FilterType.Value? { filter.send(value: value) }
}

extension Stored where Value: Sendable {
  /// Passes the current value now, and the new value after every change, to `filter`. Calls
  /// `handler` with the values that `filter` returns. For everything else see
  /// ``onChange(fileID:line:_:)``.
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
  /// Passes the current value now, and the new value after every change, to `filter`. Calls
  /// `handler` with the values that `filter` returns. For everything else see
  /// ``onChange(fileID:line:_:)``.
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

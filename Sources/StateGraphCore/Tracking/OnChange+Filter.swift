/// Contains one observer's copy of a filter, and calls it.
///
/// Only the thread that is calling the observer uses this object, so it needs no lock.
final class FilterState<FilterType: GraphFilter> {
  private var filter: FilterType

  init(_ filter: FilterType) { self.filter = filter }

  func send(_ value: FilterType.Value) -> FilterType.Value? { filter.send(value: value) }
}

extension Stored where Value: Sendable {
  /// Calls `handler` with those values that `filter` returns.
  ///
  /// `filter` receives the current value now, and the new value after every change. If it returns
  /// nil, `handler` is not called. In all other respects, this function works like
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
  /// Calls `handler` with those values that `filter` returns.
  ///
  /// `filter` receives the current value now, and the new value after every change. If it returns
  /// nil, `handler` is not called. In all other respects, this function works like
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

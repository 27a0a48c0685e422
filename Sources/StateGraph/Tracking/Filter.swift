/// Decides which of a node's values an observer is given.
///
/// Each observer has its own copy, used by one thread at a time.
public protocol Filter<Value>: Sendable {
  associatedtype Value

  /// Returns what the observer is to be given for `value`, or nil for nothing.
  mutating func send(value: Value) -> Value?
}

/// Lets every value through.
public struct PassthroughFilter<Value>: Filter {
  /// Makes a filter that lets every value through.
  public init() {}

  /// Returns `value`.
  public mutating func send(value: Value) -> Value? { value }
}

/// Lets a value through that differs from the last one it let through.
///
/// Nodes pass on changes only, so this adds what it takes to leave out a value that was set and set
/// back inside a batch, or a change in place that came out equal. It keeps the last value, which
/// makes the next change in place copy it.
public struct DistinctFilter<Value: Sendable>: Filter {
  private let areEqual: @Sendable (Value, Value) -> Bool
  private var last: Value?

  /// Makes a filter that compares by `==`.
  public init() where Value: Equatable & SendableMetatype {
    areEqual = { $0 == $1 }
  }

  /// Makes a filter that compares by `areEqual`.
  public init(by areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
  }

  /// Returns `value`, or nil where it equals the last one that was returned.
  public mutating func send(value: Value) -> Value? {
    if let last, areEqual(last, value) { return nil }
    last = value
    return value
  }
}

/// A filter where an observer keeps it. Owned by whoever delivers to that observer.
final class FilterState<FilterType: Filter> {
  private var filter: FilterType

  init(_ filter: FilterType) { self.filter = filter }

  func send(_ value: FilterType.Value) -> FilterType.Value? { filter.send(value: value) }
}

extension Stored where Value: Sendable {
  /// Calls `handler` with what `filter` lets through of the current value now, and of the new one
  /// after every change. Otherwise as ``onChange(fileID:line:_:)``.
  public func onChange(
    _ filter: some Filter<Value>,
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
  /// Calls `handler` with what `filter` lets through of the current value now, and of the new one
  /// after every change. Otherwise as ``onChange(fileID:line:_:)``.
  public func onChange(
    _ filter: some Filter<Value>,
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

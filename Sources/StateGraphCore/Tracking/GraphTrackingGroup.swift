/// Runs `body` now, and again as a whole whenever something that it read has changed.
///
/// ```swift
/// let subscription = withGraphTracking {
///   withGraphTrackingGroup {
///     title.text = model.isLoggedIn ? model.userName : "Nobody"
///   }
/// }
/// ```
///
/// Only inside ``withGraphTracking(_:)``, another group, or an observer's handler. What is
/// registered in `body` (observers, additional groups) ends when it runs again. Runs on the thread
/// that made the change, with no lock held, after the change is visible and never twice at once;
/// inside a database write, after the write. It may set nodes; one that it has also read makes it
/// run again.
public func withGraphTrackingGroup(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ body: @escaping @Sendable () -> Void
) {
  let children = TrackedChildren()
  let effect = Computed<Void>(fileID: fileID, line: line) { _ in children.replace(by: body) }
  let origin = NodeOrigin(nil, fileID, line)
  Registration.add(
    Observer(observing: effect, origin, cancelling: { children.cancel() }, { _ in })
  )
}

/// Calls `onChange` with what `map` returns, now and whenever something that `map` read has
/// changed.
///
/// Like ``withGraphTrackingGroup(fileID:line:_:)``, with reading and acting kept apart: what
/// `onChange` reads is not tracked.
public func withGraphTrackingMap<Result: Sendable>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ map: @escaping @Sendable () -> Result,
  onChange: @escaping @Sendable (Result) -> Void
) {
  Computed(fileID: fileID, line: line) { _ in map() }.onChange(
    fileID: fileID,
    line: line,
    onChange
  )
}

/// Calls `onChange` with what `map` returns, now and whenever that is something else than before.
public func withGraphTrackingMap<Result: Equatable & Sendable>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ map: @escaping @Sendable () -> Result,
  onChange: @escaping @Sendable (Result) -> Void
) {
  Computed(fileID: fileID, line: line) { _ in map() }.onChange(
    fileID: fileID,
    line: line,
    onChange
  )
}

/// Calls `onChange` with what `filter` lets through of what `map` returns, now and whenever
/// something that `map` read has changed.
public func withGraphTrackingMap<Result: Sendable>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ map: @escaping @Sendable () -> Result,
  filter: some GraphFilter<Result>,
  onChange: @escaping @Sendable (Result) -> Void
) {
  Computed(fileID: fileID, line: line) { _ in map() }.onChange(
    filter,
    fileID: fileID,
    line: line,
    onChange
  )
}

/// Calls `onChange` with what `map` returns of `object`, for as long as somebody else keeps that
/// alive, now and whenever it is something else than before.
public func withGraphTrackingMap<
  Object: AnyObject & Sendable,
  Result: Equatable & Sendable
>(
  from object: Object,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  map: @escaping @Sendable (Object) -> Result,
  onChange: @escaping @Sendable (Result) -> Void
) {
  let result = Computed<Result?>(fileID: fileID, line: line) { [weak object] context in
    guard let object else { return context.previousValue ?? nil }
    return map(object)
  }
  result.onChange(fileID: fileID, line: line) { value in
    if let value { onChange(value) }
  }
}

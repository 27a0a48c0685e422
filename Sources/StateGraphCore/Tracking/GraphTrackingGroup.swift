/// Runs `body` now, and runs it again whenever a node that it has read changes.
///
/// ```swift
/// let subscription = withGraphTracking {
///   withGraphTrackingGroup {
///     title.text = model.isLoggedIn ? model.userName : "Nobody"
///   }
/// }
/// ```
///
/// Call this function only inside ``withGraphTracking(_:)``, another group, or an observer's
/// handler. If `body` registers observers or groups, these end before `body` runs again. `body`
/// runs on the thread that made the change, after the change is visible, with no lock held, and
/// never concurrently with itself. If the change is made inside a database write, `body` runs after
/// the write. `body` may set nodes. If it sets a node that it has also read, it runs again.
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

/// Calls `onChange` with the result of `map`, now and each time a node that `map` has read changes.
///
/// Only the reads of `map` are tracked. The reads of `onChange` are not tracked, unlike those of
/// the closure of ``withGraphTrackingGroup(fileID:line:_:)``.
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

/// Calls `onChange` with the result of `map` now. Later, calls `map` again each time a node that it
/// has read changes, and calls `onChange` if the result differs from the previous result.
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

/// Calls `map` now and each time a node that it has read changes. Calls `onChange` with those
/// results that `filter` passes on.
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

/// Calls `onChange` with the result of `map` for `object`, now and each time the result differs
/// from the previous result. Does not retain `object`. The observation ends when `object` is
/// deallocated.
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

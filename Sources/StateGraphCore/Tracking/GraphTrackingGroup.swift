/// Runs `body` now, and again each time a node that `body` has read changes.
///
/// ```swift
/// let subscription = withGraphTracking {
///   withGraphTrackingGroup {
///     title.text = model.isLoggedIn ? model.userName : "Nobody"
///   }
/// }
/// ```
///
/// Call this function only inside ``withGraphTracking(_:)``, another group, or the handler of an
/// observer. Observers and groups that `body` creates end before `body` runs again.
///
/// `body` runs on the thread that made the change, after the new value is visible. No lock is held,
/// and `body` never runs concurrently with itself. After a change inside a database write, `body`
/// runs when the write has ended.
///
/// `body` may set nodes. If it sets a node that it has also read, it runs again.
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

/// Passes the result of `map` to `onChange`, now and each time a node that `map` has read changes.
///
/// Only the nodes that `map` reads are tracked. A change of a node that only `onChange` reads has
/// no effect. To track all reads of one closure, use ``withGraphTrackingGroup(fileID:line:_:)``.
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

/// Passes the result of `map` to `onChange`, now and each time the result changes.
///
/// `map` runs again each time a node that it has read changes. If the new result equals the
/// previous one, `onChange` is not called.
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

/// Passes those results of `map` to `onChange` that `filter` returns.
///
/// `map` runs now and each time a node that it has read changes. If `filter` returns nil for a
/// result, `onChange` is not called.
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

/// Passes the result of `map` for `object` to `onChange`, now and each time the result changes.
///
/// This function does not retain `object`. After `object` is deallocated, `onChange` is not called
/// any more.
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

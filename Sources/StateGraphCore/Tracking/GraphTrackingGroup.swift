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
/// Call it only inside ``withGraphTracking(_:)``, another group, or an observer's handler.
/// Observers and groups that `body` registers end when it runs again. `body` runs on the thread
/// that made the change, after the change is visible, with no lock held and never concurrently with
/// itself. Inside a database write, it runs after the write. It may set nodes. If it sets a node
/// that it has also read, it runs again.
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

/// Calls `onChange` with the result of `map`, now and whenever a node that `map` has read changes.
///
/// Unlike ``withGraphTrackingGroup(fileID:line:_:)`` it separates reading from acting: the reads of
/// `onChange` are not tracked.
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

/// Calls `onChange` with the result of `map`, now and whenever the result differs from the previous
/// one.
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

/// Calls `onChange` with the results of `map` that `filter` passes on, now and whenever a node that
/// `map` has read changes.
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

/// Calls `onChange` with the result of `map` for `object`, now and whenever the result differs from
/// the previous one. It does not retain `object`, and ends when the object is deallocated.
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

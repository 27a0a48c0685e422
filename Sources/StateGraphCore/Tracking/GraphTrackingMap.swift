/// Passes the result of `map` to `onChange`, now and each time a node that `map` has read changes.
///
/// Only the nodes that `map` reads are tracked. A change of a node that only `onChange` reads
/// causes no call. To track all reads of one closure, use
/// ``withGraphTrackingGroup(fileID:line:_:)``.
///
/// If `map` or `onChange` is isolated to an actor, both run on this actor. They must not be
/// isolated to two different actors.
public func withGraphTrackingMap<Result: Sendable>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  @_inheritActorContext _ map: @escaping @Sendable @isolated(any) () -> Result,
  @_inheritActorContext onChange: @escaping @Sendable @isolated(any) (Result) -> Void
) {
  let isolation = commonIsolation(map.isolation, and: onChange.isolation)
  let map = assumingIsolation(map)
  Computed(fileID: fileID, line: line) { _ in map() }.observeValues(
    NodeOrigin(nil, fileID: fileID, line: line),
    on: isolation,
    handler: assumingIsolation(onChange)
  )
}

/// Passes the result of `map` to `onChange`, now and each time the result changes.
///
/// `map` runs again each time a node that it has read changes. If the new result equals the
/// previous one, `onChange` is not called.
public func withGraphTrackingMap<Result: Equatable & Sendable>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  @_inheritActorContext _ map: @escaping @Sendable @isolated(any) () -> Result,
  @_inheritActorContext onChange: @escaping @Sendable @isolated(any) (Result) -> Void
) {
  let isolation = commonIsolation(map.isolation, and: onChange.isolation)
  let map = assumingIsolation(map)
  Computed(fileID: fileID, line: line) { _ in map() }.observeValues(
    NodeOrigin(nil, fileID: fileID, line: line),
    on: isolation,
    handler: assumingIsolation(onChange)
  )
}

/// Passes the results of `map` through `filter`, and passes the values that `filter` returns to
/// `onChange`.
///
/// `map` runs now and each time a node that it has read changes. If `filter` returns nil for a
/// result, `onChange` is not called.
public func withGraphTrackingMap<Result: Sendable>(
  fileID: StaticString = #fileID,
  line: UInt = #line,
  @_inheritActorContext _ map: @escaping @Sendable @isolated(any) () -> Result,
  filter: some GraphFilter<Result>,
  @_inheritActorContext onChange: @escaping @Sendable @isolated(any) (Result) -> Void
) {
  let isolation = commonIsolation(map.isolation, and: onChange.isolation)
  let map = assumingIsolation(map)
  Computed(fileID: fileID, line: line) { _ in map() }.observeValues(
    filter,
    origin: NodeOrigin(nil, fileID: fileID, line: line),
    on: isolation,
    handler: assumingIsolation(onChange)
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
  @_inheritActorContext map: @escaping @Sendable @isolated(any) (Object) -> Result,
  @_inheritActorContext onChange: @escaping @Sendable @isolated(any) (Result) -> Void
) {
  let isolation = commonIsolation(map.isolation, and: onChange.isolation)
  let map = assumingIsolation(map)
  let onChange = assumingIsolation(onChange)
  let result = Computed<Result?>(fileID: fileID, line: line) { [weak object] context in
    guard let object else { return context.previousValue ?? nil }
    return map(object)
  }
  result.observeValues(NodeOrigin(nil, fileID: fileID, line: line), on: isolation) { value in
    if let value { onChange(value) }
  }
}

/// Returns the actor on which `map` and `onChange` run, or nil if neither closure is isolated. Ends
/// the program if the closures are isolated to two different actors.
private func commonIsolation(_ map: (any Actor)?, and onChange: (any Actor)?) -> (any Actor)? {
  if let map, let onChange, map !== onChange {
    programmerError(
      "The closures of withGraphTrackingMap are isolated to two different actors. Isolate both to "
        + "one actor, or make one of them nonisolated."
    )
  }
  return map ?? onChange
}

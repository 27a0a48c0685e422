import CStateGraphThreads

/// What computed nodes came out as while one of them is being computed inside a database write.
///
/// Nothing is cached there, since nobody else may see it, so without this a diamond would compute
/// its source once for every path to it. Kept for one outermost read: between two the write may go
/// on.
final class UncommittedResults {
  private enum Entry {
    case running
    /// With the node, so that no other gets its address.
    case done(Any, ComputedNode)
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  static func value<Value>(of node: Computed<Value>, _ compute: () -> Value) -> Value {
    var result: Value?
    if StackSegment.isNeeded {
      StackSegment.call { result = run(node, compute) }
    } else {
      result = run(node, compute)
    }
    // Set on either way.
    return result.unsafelyUnwrapped
  }

  private static func run<Value>(_ node: Computed<Value>, _ compute: () -> Value) -> Value {
    let thread = stategraph_thread_current()
    if let pointer = thread.pointee.uncommitted_results {
      return Unmanaged<UncommittedResults>.fromOpaque(pointer).takeUnretainedValue()
        .value(of: node, compute)
    }
    let results = UncommittedResults()
    thread.pointee.uncommitted_results = Unmanaged.passUnretained(results).toOpaque()
    defer { thread.pointee.uncommitted_results = nil }
    defer { DeferredRelease.runIfOutermost() }
    return withExtendedLifetime(results) { results.value(of: node, compute) }
  }

  private func value<Value>(of node: Computed<Value>, _ compute: () -> Value) -> Value {
    let id = ObjectIdentifier(node)
    switch entries[id] {
    case .done(let known as Box<Value>, _): return known.value
    case .running:
      programmerError(Cycle.message(Evaluation.runningNodes(backTo: node) ?? [node]))
    default: break
    }
    entries[id] = .running
    var evaluation = Evaluation(node, owning: false)
    let value = evaluation.run(recording: false, compute)
    entries[id] = .done(Box(value), node)
    return value
  }

  /// A value of a known type: an optional in an `Any` is not what it was.
  private final class Box<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

import CStateGraphThreads

/// The results of computed nodes during one read inside a database write or snapshot.
///
/// These results are not cached in the nodes, because other threads must not see them. Without this
/// table, a node that two other nodes read would be computed twice.
///
/// The table is discarded when the outermost read ends, because a write can change values before
/// the next read.
final class UncommittedResults {
  private enum Entry {
    case running
    /// The result, and the node. The node is retained, so that no new node can get the same
    /// address.
    case done(Any, ComputedNode)
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  static func value<Value>(of node: Computed<Value>, _ compute: () -> Value) -> Value {
    var result: Value?
    if StackSegment.isNeeded {
      StackSegment.call { result = run(node, compute: compute) }
    } else {
      result = run(node, compute: compute)
    }
    // Both branches assign a value to `result`.
    return result.unsafelyUnwrapped
  }

  private static func run<Value>(_ node: Computed<Value>, compute: () -> Value) -> Value {
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

  /// Wraps a value of type `Value` in an object, to store it in an `Any`.
  ///
  /// An optional that is stored directly in an `Any` would lose one level of optionality.
  private final class Box<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}

import CStateGraphThreads

/// What computed nodes came out as while one of them is being computed inside a database write.
///
/// Nothing is cached there, since nobody else may see it, so without this a diamond would compute
/// its source once for every path to it. Kept for one outermost read: between two the write may go
/// on.
final class UncommittedResults {
  private var values: [ObjectIdentifier: Any] = [:]

  static func value<Value>(of node: Computed<Value>, _ compute: () -> Value) -> Value {
    if let cycle = Evaluation.runningNodes(backTo: node) { programmerError(Cycle.message(cycle)) }
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
    var evaluation = Evaluation(node, owning: false)
    if let pointer = thread.pointee.uncommitted_results {
      let results = Unmanaged<UncommittedResults>.fromOpaque(pointer).takeUnretainedValue()
      if let known = results.values[ObjectIdentifier(node)] as? Value { return known }
      let value = evaluation.run(recording: false, compute)
      results.values[ObjectIdentifier(node)] = value
      return value
    }
    let results = UncommittedResults()
    thread.pointee.uncommitted_results = Unmanaged.passUnretained(results).toOpaque()
    defer { thread.pointee.uncommitted_results = nil }
    return evaluation.run(recording: false, compute)
  }
}

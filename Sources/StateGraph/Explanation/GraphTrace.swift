import CStateGraphThreads
import StateGraphThreads

/// What happened in the graph on one thread, and why: see ``withGraphTrace(_:)``.
public final class GraphTrace: Sendable {
  private let recorded = Guarded<[GraphEvent]>([])

  init() {}

  /// What happened, in order.
  public var events: [GraphEvent] { recorded.withLock { $0 } }

  /// The trace of this thread, if there is one.
  static var current: GraphTrace? {
    @inline(__always)
    get {
      stategraph_thread_current().pointee.trace.map {
        Unmanaged<GraphTrace>.fromOpaque($0).takeUnretainedValue()
      }
    }
  }

  func didChange(_ nodes: [GraphNode]) {
    let events = nodes.map { GraphEvent.changed($0.reference) }
    recorded.withLock { $0 += events }
  }

  /// The dependencies that have changed since `node` last read them. Call under the graph's lock,
  /// before the closure runs.
  static func causes(of node: ComputedNode) -> [NodeReference] {
    var causes: [NodeReference] = []
    var edge = node.firstDependency
    while let current = edge {
      edge = current.pointee.nextDependency
      current.pointee.dependency._withUnsafeGuaranteedRef {
        if $0.changedAt != current.pointee.seen { causes.append($0.reference) }
      }
    }
    return causes
  }

  func didEvaluate(_ node: ComputedNode, because causes: [NodeReference], changed: Bool) {
    let event = GraphEvent.evaluated(node.reference, because: causes, changed: changed)
    recorded.withLock { $0.append(event) }
  }

  func didDeliver(_ node: GraphNode) {
    let event = GraphEvent.observed(node.reference)
    recorded.withLock { $0.append(event) }
  }
}

extension GraphTrace: CustomStringConvertible {
  /// One line for each event.
  public var description: String { events.map(\.description).joined(separator: "\n") }
}

/// Runs `body` and returns what it did to the graph: which nodes it changed, which computed nodes
/// ran and because of which dependencies, which observers were called.
///
/// ```swift
/// print(withGraphTrace { model.count += 1 })
/// ```
///
/// Records what happens on this thread until `body` returns, the observers it calls included. While
/// no trace is open, this costs a comparison for each change.
public func withGraphTrace(_ body: () throws -> Void) rethrows -> GraphTrace {
  let trace = GraphTrace()
  let thread = stategraph_thread_current()
  let outer = thread.pointee.trace
  thread.pointee.trace = Unmanaged.passUnretained(trace).toOpaque()
  defer { thread.pointee.trace = outer }
  try withExtendedLifetime(trace, body)
  return trace
}

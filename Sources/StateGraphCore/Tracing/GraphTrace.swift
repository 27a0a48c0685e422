import CStateGraphThreads
import StateGraphThreads

/// A record of what happened in the graph on one thread, and why. ``withGraphTrace(_:)`` makes it.
public final class GraphTrace: Sendable {
  private let recorded = Guarded<[GraphEvent]>([])

  init() {}

  /// The events in the order in which they happened.
  public var events: [GraphEvent] { recorded.withLock { $0 } }

  /// Whether a trace is recording on the current thread.
  static var isOn: Bool {
    @inline(__always) get { stategraph_thread_current().pointee.trace != nil }
  }

  @inline(never)
  static func record(_ event: GraphEvent) {
    guard let pointer = stategraph_thread_current().pointee.trace else { return }
    let trace = Unmanaged<GraphTrace>.fromOpaque(pointer).takeUnretainedValue()
    trace.recorded.withLock { $0.append(event) }
  }
}

extension GraphTrace: CustomStringConvertible {
  /// One line for each event.
  public var description: String { events.map(\.description).joined(separator: "\n") }
}

/// Runs `body` and returns a record of its effects on the graph: the nodes that changed, the
/// computed nodes that ran with the dependencies that caused it, and the observers that were
/// called.
///
/// ```swift
/// print(withGraphTrace { model.count += 1 })
/// ```
///
/// The trace records the current thread until `body` returns, including the observers that `body`
/// causes to be called. Without an open trace, each change costs one additional comparison.
public func withGraphTrace(_ body: () throws -> Void) rethrows -> GraphTrace {
  let trace = GraphTrace()
  let thread = stategraph_thread_current()
  let outer = thread.pointee.trace
  thread.pointee.trace = Unmanaged.passUnretained(trace).toOpaque()
  defer { thread.pointee.trace = outer }
  try withExtendedLifetime(trace, body)
  return trace
}

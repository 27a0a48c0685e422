import CStateGraphThreads
import StateGraphThreads

/// A record of the events in the graph on one thread, and of the causes of these events.
///
/// Call ``withGraphTrace(_:)`` to create a trace.
public final class GraphTrace: Sendable {
  private let recorded = Guarded<[GraphEvent]>([])

  init() {}

  /// The recorded events in the order in which they happened.
  public var events: [GraphEvent] { recorded.withLock { $0 } }

  /// Whether a trace is recording on the current thread. Each change of a node reads this property.
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
  /// A text with one line for each event, in the order of ``events``.
  public var description: String { events.map(\.description).joined(separator: "\n") }
}

/// Runs `body`, and returns a record of its effects on the graph.
///
/// The record contains the nodes that changed, the computed nodes that ran, and the observers that
/// were called. For each run, it contains the dependencies that caused the run.
///
/// ```swift
/// print(withGraphTrace { model.count += 1 })
/// ```
///
/// The trace records only events on the current thread, until `body` returns. While no trace is
/// recording, each change costs one additional comparison.
public func withGraphTrace(_ body: () throws -> Void) rethrows -> GraphTrace {
  let trace = GraphTrace()
  let thread = stategraph_thread_current()
  let outer = thread.pointee.trace
  thread.pointee.trace = Unmanaged.passUnretained(trace).toOpaque()
  defer { thread.pointee.trace = outer }
  try withExtendedLifetime(trace, body)
  return trace
}

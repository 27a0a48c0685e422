import CStateGraphThreads
import StateGraphThreads

/// A record of the events in the graph on one thread and of their reasons. ``withGraphTrace(_:)``
/// creates it.
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

/// Runs `body` and returns a record of its effects on the graph: which nodes changed, which
/// computed nodes ran and because of which dependencies, and which observers were called.
///
/// ```swift
/// print(withGraphTrace { model.count += 1 })
/// ```
///
/// The trace records events on the current thread until `body` returns. It includes the calls of
/// observers that `body` causes. While no trace is recording, each change costs one additional
/// comparison.
public func withGraphTrace(_ body: () throws -> Void) rethrows -> GraphTrace {
  let trace = GraphTrace()
  let thread = stategraph_thread_current()
  let outer = thread.pointee.trace
  thread.pointee.trace = Unmanaged.passUnretained(trace).toOpaque()
  defer { thread.pointee.trace = outer }
  try withExtendedLifetime(trace, body)
  return trace
}

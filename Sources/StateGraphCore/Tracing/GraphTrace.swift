import CStateGraphThreads
import StateGraphThreads

/// What happened in the graph on one thread, and why: see ``withGraphTrace(_:)``.
public final class GraphTrace: Sendable {
  private let recorded = Guarded<[GraphEvent]>([])

  init() {}

  /// What happened, in order.
  public var events: [GraphEvent] { recorded.withLock { $0 } }

  /// Whether this thread records.
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

import CStateGraphThreads
import StateGraphThreads

/// A record of the events in the graph on one thread, and of the causes of these events.
///
/// Call ``withGraphTrace(_:)`` to create a trace.
public final class GraphTrace: Sendable {
  private let recorded = Guarded<[GraphEvent]>([])
  /// Collects work with its times. It is nil for a trace of ``withGraphTrace(_:)``, which records
  /// events.
  let work: WorkTrace?
  /// The trace of the thread before this one, which still receives the events if this trace only
  /// collects work.
  private let outer: GraphTrace?

  init() { (work, outer) = (nil, nil) }

  /// Creates a trace that collects work and records no events.
  init(collecting work: WorkTrace) { (self.work, outer) = (work, Self.current) }

  /// The recorded events in the order in which they happened.
  public var events: [GraphEvent] { recorded.withLock { $0 } }

  /// Whether a trace is recording on the current thread. Each change of a node reads this property.
  static var isOn: Bool {
    @inline(__always) get { stategraph_thread_current().pointee.trace != nil }
  }

  /// The innermost trace of this thread, or nil.
  static var current: GraphTrace? {
    stategraph_thread_current().pointee.trace.map {
      Unmanaged<GraphTrace>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The innermost trace of this thread that records events, or nil.
  static var recorder: GraphTrace? {
    var trace = current
    while let inner = trace, inner.work != nil { trace = inner.outer }
    return trace
  }

  /// Records an event, if a trace of this thread records events. If not, the event is not created.
  @inline(never)
  static func record(_ event: @autoclosure () -> GraphEvent) {
    guard let trace = recorder else { return }
    let event = event()
    trace.recorded.withLock { $0.append(event) }
  }

  /// Runs `body` with this trace as the innermost trace of this thread.
  func use(_ body: () throws -> Void) rethrows {
    let thread = stategraph_thread_current()
    let outer = thread.pointee.trace
    thread.pointee.trace = Unmanaged.passUnretained(self).toOpaque()
    defer { thread.pointee.trace = outer }
    try withExtendedLifetime(self, body)
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
  try trace.use(body)
  return trace
}

/// An event in the graph that ``withGraphTrace(_:)`` has recorded.
public enum GraphEvent: Hashable, Sendable, CustomStringConvertible {
  /// A stored node was set, or data outside of the graph that the node represents has changed.
  case changed(NodeReference)
  /// The closure of a computed node ran.
  ///
  /// `because` lists the dependencies whose changes caused the run. It is empty in the first run.
  /// `changed` is true if the result differs from the previous result.
  case evaluated(NodeReference, because: [NodeReference], changed: Bool)
  /// An observer of the node was called. The first call, with the current value, is an event too.
  case observed(NodeReference)

  /// A sentence about the event, for example "Counter.count (Module/File.swift:12) changed".
  public var description: String {
    switch self {
    case .changed(let node): return "\(node) changed"
    case .evaluated(let node, let causes, let changed):
      let names = causes.map(\.description).joined(separator: ", ")
      let reason = causes.isEmpty ? "for the first time" : "because of \(names)"
      return "\(node) ran \(reason), and its value \(changed ? "changed" : "stayed the same")"
    case .observed(let node): return "an observer of \(node) was called"
    }
  }
}

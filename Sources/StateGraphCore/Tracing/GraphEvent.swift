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

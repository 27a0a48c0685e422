/// One thing that happened in the graph.
public enum GraphEvent: Hashable, Sendable, CustomStringConvertible {
  /// A stored node, or something outside of the graph that one stands for, got a new value.
  case changed(NodeReference)
  /// A computed node's closure ran, because these of its dependencies had changed (none in the
  /// first run), and the result differs from the one before or not.
  case evaluated(NodeReference, because: [NodeReference], changed: Bool)
  /// An observer of a node was called.
  case observed(NodeReference)

  public var description: String {
    switch self {
    case .changed(let node): return "\(node) changed"
    case .evaluated(let node, let causes, let changed):
      let names = causes.map(\.description).joined(separator: ", ")
      let reason = causes.isEmpty ? "for the first time" : "because of \(names)"
      return "\(node) ran \(reason) and came out \(changed ? "different" : "the same")"
    case .observed(let node): return "an observer of \(node) was called"
    }
  }
}

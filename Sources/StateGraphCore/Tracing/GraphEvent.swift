/// One entry of a ``GraphTrace``.
public enum GraphEvent: Hashable, Sendable, CustomStringConvertible {
  /// A stored node was set, or a value outside of the graph that a node represents has changed.
  case changed(NodeReference)
  /// A computed node's closure ran. `because` lists the dependencies that had changed, and is empty
  /// in the first run. `changed` is true if the result differs from the previous one.
  case evaluated(NodeReference, because: [NodeReference], changed: Bool)
  /// An observer of this node was called.
  case observed(NodeReference)

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

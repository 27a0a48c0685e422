/// An event in the graph that a ``GraphTrace`` has recorded.
public enum GraphEvent: Hashable, Sendable, CustomStringConvertible {
  /// A stored node was set, or a value outside of the graph has changed that the node represents.
  case changed(NodeReference)
  /// The closure of a computed node ran. `because` lists the dependencies whose change was the
  /// reason; it is empty in the first run. `changed` is true if the result differs from the
  /// previous result.
  case evaluated(NodeReference, because: [NodeReference], changed: Bool)
  /// An observer of the node was called.
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

/// Identifies a node for messages and dumps, without keeping it alive.
public struct NodeReference: Hashable, Sendable, CustomStringConvertible {
  /// Distinguishes nodes that are alive at the same time. A later node can have the same number.
  public let id: UInt
  /// The node's name, or nil if it has none. The macros name a property's node after the property:
  /// "Counter.count".
  public let name: String?
  /// The file that created the node, as "Module/File.swift", or nil for a node that the library
  /// created for itself.
  public let fileID: String?
  /// The line in that file, or 0.
  public let line: Int

  /// For example "Counter.count (Module/File.swift:12)".
  public var description: String {
    let place = fileID.map { "\($0):\(line)" }
    switch (name, place) {
    case (let name?, let place?): return "\(name) (\(place))"
    case (let name?, nil): return name
    case (nil, let place?): return place
    case (nil, nil): return "an internal node"
    }
  }
}

/// Identifies a node in messages and dumps. The reference does not retain the node.
public struct NodeReference: Hashable, Sendable, CustomStringConvertible {
  /// A number that no other living node has.
  ///
  /// After the node was deallocated, a new node can get the same number.
  public let id: UInt
  /// The node's name, or nil if the node has no name.
  ///
  /// The node of a macro property is named after the property, for example "Counter.count".
  public let name: String?
  /// The source file that created the node, for example "Module/File.swift".
  ///
  /// Nil if the library created the node for its own use.
  public let fileID: String?
  /// The line in ``fileID`` that created the node, or 0 if ``fileID`` is nil.
  public let line: Int

  /// The name and the source location, for example "Counter.count (Module/File.swift:12)".
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

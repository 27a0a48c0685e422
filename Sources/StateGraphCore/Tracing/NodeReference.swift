/// Names a node, without keeping it alive.
public struct NodeReference: Hashable, Sendable, CustomStringConvertible {
  /// Tells nodes that are alive at the same time apart.
  public let id: UInt
  /// The name it was given, or nil. Properties have theirs: "Counter.count".
  public let name: String?
  /// Where it was made, "Module/File.swift", or nil for what the library makes for itself.
  public let fileID: String?
  /// The line there, or 0.
  public let line: Int

  /// "Counter.count (Module/File.swift:12)".
  public var description: String {
    let place = fileID.map { "\($0):\(line)" }
    switch (name, place) {
    case (let name?, let place?): return "\(name) (\(place))"
    case (let name?, nil): return name
    case (nil, let place?): return place
    case (nil, nil): return "a node of the library's"
    }
  }
}

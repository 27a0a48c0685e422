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
  /// The value is nil if the library created the node for its own use.
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

/// Names a node in a trace or a snapshot for another program. It does not retain the node.
package struct NumberedNode: Sendable {
  /// The number of the node, from ``NodeNumbers``.
  package let number: Int
  /// The name of the node, or an empty text if it has no name.
  package var name: String
  /// The source file that created the node, or nil if the library created it. For the call of an
  /// observer, the file that registered the observer.
  package let fileID: String?
  /// The line in ``fileID``, or 0 if ``fileID`` is nil.
  package let line: Int
}

/// The name of a node and the source location that created the node, for messages and dumps.
///
/// It contains pointers to constants of the program, so a node does not have to store strings.
@usableFromInline
struct NodeOrigin: Hashable, @unchecked Sendable {
  // SAFETY: the pointers refer to constants of the program, which are immutable and never freed.
  private let nameBytes: UnsafePointer<UInt8>?
  private let fileBytes: UnsafePointer<UInt8>?
  let line: UInt32

  @usableFromInline
  init(_ name: StaticString?, fileID: StaticString, line: UInt) {
    nameBytes = name.flatMap { $0.hasPointerRepresentation ? $0.utf8Start : nil }
    fileBytes = fileID.hasPointerRepresentation ? fileID.utf8Start : nil
    self.line = UInt32(truncatingIfNeeded: line)
  }

  /// The origin of a node that the library creates for its own use. It has no name and no file.
  @usableFromInline static let none = NodeOrigin(nil, fileID: "", line: 0)

  /// The name of the node, for example "Counter.count", or nil if the node has no name.
  ///
  /// The pointer comes from a `StaticString`, which always ends with a zero byte.
  var name: String? { nameBytes.map { String(cString: $0) } }

  /// The source file that created the node, for example "Module/File.swift".
  ///
  /// The value is nil if the library created the node for its own use.
  var fileID: String? { line == 0 ? nil : fileBytes.map { String(cString: $0) } }
}

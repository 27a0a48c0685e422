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
  init(_ name: StaticString?, _ fileID: StaticString, _ line: UInt) {
    nameBytes = name.flatMap { $0.hasPointerRepresentation ? $0.utf8Start : nil }
    fileBytes = fileID.hasPointerRepresentation ? fileID.utf8Start : nil
    self.line = UInt32(truncatingIfNeeded: line)
  }

  /// The origin of a node that the library creates for its own use. It has no name and no file.
  @usableFromInline static let none = NodeOrigin(nil, "", 0)

  /// The name of the node, for example "Counter.count", or nil if the node has no name.
  ///
  /// The pointer comes from a `StaticString`, which always ends with a zero byte.
  var name: String? { nameBytes.map { String(cString: $0) } }

  /// The source file that created the node, for example "Module/File.swift".
  ///
  /// Nil if the library created the node for its own use.
  var fileID: String? { line == 0 ? nil : fileBytes.map { String(cString: $0) } }
}

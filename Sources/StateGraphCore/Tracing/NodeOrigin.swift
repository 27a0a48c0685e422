/// The name of a node and the source location that created it, for messages and dumps.
///
/// It holds pointers to constants of the program, so that a node needs no string of its own.
@usableFromInline
struct NodeOrigin: @unchecked Sendable {
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

  /// The origin of nodes that the library creates for itself.
  @usableFromInline static let none = NodeOrigin(nil, "", 0)

  /// A name like "Counter.count", or nil if the node has none. `StaticString` guarantees the
  /// terminating zero byte.
  var name: String? { nameBytes.map { String(cString: $0) } }

  /// A location like "Module/File.swift", or nil for a node that the library created for itself.
  var fileID: String? { line == 0 ? nil : fileBytes.map { String(cString: $0) } }
}

/// Where a node was made and what it is called there, for messages and dumps.
///
/// Pointers into the program's constants: a node keeps no string of its own.
@usableFromInline
struct NodeOrigin: @unchecked Sendable {
  // SAFETY: the pointers are to constants of the program.
  private let nameBytes: UnsafePointer<UInt8>?
  private let fileBytes: UnsafePointer<UInt8>?
  let line: UInt32

  @usableFromInline
  init(_ name: StaticString?, _ fileID: StaticString, _ line: UInt) {
    nameBytes = name.flatMap { $0.hasPointerRepresentation ? $0.utf8Start : nil }
    fileBytes = fileID.hasPointerRepresentation ? fileID.utf8Start : nil
    self.line = UInt32(truncatingIfNeeded: line)
  }

  /// Of what the library makes for itself.
  @usableFromInline static let none = NodeOrigin(nil, "", 0)

  /// "Counter.count", or nil where nobody gave a name. The bytes of a StaticString end with a zero.
  var name: String? { nameBytes.map { String(cString: $0) } }

  /// "Module/File.swift", or nil for what the library makes for itself.
  var fileID: String? { line == 0 ? nil : fileBytes.map { String(cString: $0) } }
}

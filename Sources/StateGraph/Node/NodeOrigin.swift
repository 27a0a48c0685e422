/// Where a node was made and what it is called there, for messages and dumps.
///
/// Twenty bytes of pointers into the program's constants: a node keeps no string of its own.
@usableFromInline
struct NodeOrigin {
  /// "Counter.count", or nil where nobody gave a name.
  private let nameBytes: UnsafePointer<UInt8>?
  private let fileBytes: UnsafePointer<UInt8>?
  let line: UInt32

  @usableFromInline
  init(_ name: StaticString?, _ fileID: StaticString, _ line: UInt) {
    nameBytes = name.flatMap { $0.hasPointerRepresentation ? $0.utf8Start : nil }
    fileBytes = fileID.hasPointerRepresentation ? fileID.utf8Start : nil
    self.line = UInt32(truncatingIfNeeded: line)
  }

  // The bytes of a StaticString end with a zero.
  var name: String? { nameBytes.map { String(cString: $0) } }

  /// "Module/File.swift".
  var fileID: String { fileBytes.map { String(cString: $0) } ?? "" }

  /// "Counter.count (Module/File.swift:12)".
  var description: String {
    let place = "\(fileID):\(line)"
    return name.map { "\($0) (\(place))" } ?? place
  }
}

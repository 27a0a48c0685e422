import StateGraphFormats
import StateGraphSQLite

/// A request to apply staged changes or a statement of the user, or to show their effect.
struct ChangesRequest: Sendable {
  let schema: String
  let changes: [StagedChange]
  /// The statement that takes the place of changes.
  let statement: StudioQuery?
  /// The number of rows that the preview of the statement has changed, or nil for a preview.
  let expectedCount: Int?

  private static let limit = 1000

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    schema = try object.text("schema")
    var changes: [StagedChange] = []
    for value in try object.optionalArray("changes") ?? [] {
      changes.append(try StagedChange(value))
      guard changes.count <= ChangesRequest.limit else { throw .invalidRequest }
    }
    let hasStatement = object.has("sql")
    guard changes.isEmpty == hasStatement else { throw .invalidRequest }
    self.changes = changes
    statement = hasStatement ? try StudioQuery(&object) : nil
    expectedCount = try object.optionalInteger("expected")
    try object.requireEnd()
  }
}

/// A value as the user saw it: complete, or the start and the size of a long one.
enum SeenValue: Sendable {
  case whole(WholeValue)
  case start(storageClass: String, bytes: [UInt8], size: Int)

  init(_ json: JSONValue) throws(StudioError) {
    guard let (tag, text, size) = SeenValue.shortened(json) else {
      self = .whole(try WholeValue(json))
      return
    }
    if tag.utf8.elementsEqual("$text".utf8) {
      self = .start(storageClass: "text", bytes: Array(text.utf8), size: size)
      return
    }
    guard let bytes = RFC4648.bytes(base64: text) else { throw .invalidRequest }
    let isBlob = tag.utf8.elementsEqual("$blob".utf8)
    self = .start(storageClass: isBlob ? "blob" : "text", bytes: bytes, size: size)
  }

  /// Returns the parts of a value with a size, or nil for any other value.
  private static func shortened(_ json: JSONValue) -> (tag: String, text: String, size: Int)? {
    guard case .object(let members) = json.content, members.count == 2,
      ["$text", "$blob", "$textBytes"].contains(where: {
        $0.utf8.elementsEqual(members[0].key.utf8)
      }),
      case .string(let text) = members[0].value.content,
      members[1].key.utf8.elementsEqual("bytes".utf8),
      case .integer(let size) = members[1].value.content
    else { return nil }
    return (members[0].key, text, Int(size))
  }

  /// The condition that a column still has the value. It compares every byte, also in a column
  /// whose collation ignores the case.
  func condition(_ column: String) -> SQL {
    switch self {
    case .whole(let value): return "\(column: column) IS \(value.sql) COLLATE BINARY"
    case .start(let storageClass, let bytes, let size):
      let name: SQL = "\(column: column)"
      return """
        typeof(\(name)) = \(storageClass) AND length(CAST(\(name) AS BLOB)) = \(Int64(size))
        AND substr(CAST(\(name) AS BLOB), 1, \(Int64(bytes.count))) = \(bytes)
        """
    }
  }
}

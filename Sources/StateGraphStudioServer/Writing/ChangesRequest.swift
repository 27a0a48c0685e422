import StateGraphFormats

/// A request to apply staged changes, or to show their effect.
struct ChangesRequest: Sendable {
  let schema: String
  let changes: [StagedChange]

  private static let limit = 1000

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    schema = try object.text("schema")
    var changes: [StagedChange] = []
    for value in try object.optionalArray("changes") ?? [] {
      changes.append(try StagedChange(value))
      guard changes.count <= ChangesRequest.limit else { throw .invalidRequest }
    }
    guard !changes.isEmpty else { throw .invalidRequest }
    self.changes = changes
    try object.requireEnd()
  }
}

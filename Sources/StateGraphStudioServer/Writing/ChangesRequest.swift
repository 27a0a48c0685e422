import StateGraphFormats

/// A request to apply staged changes or a statement of the user, or to show their effect.
struct ChangesRequest: Sendable {
  let schema: String
  let changes: [StagedChange]
  /// The statement that takes the place of changes.
  let statement: StudioQuery?
  /// The number of rows that the preview of the statement has changed. Nil for a preview.
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

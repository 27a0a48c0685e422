import Testing

extension TestDatabase {
  /// Runs `body`, and expects that exactly these rows of the database change.
  ///
  /// ```swift
  /// try db.expectChanges("""
  ///   + order_lines @first 2 | text: cake, cents: 300
  ///   ~ orders @first | total_cents: 1200 → 1500
  ///   """) { try order.add("cake", cents: 300, in: db.database) }
  /// ```
  ///
  /// Each line has a sign (`+` for a new, `~` for a changed and `-` for a deleted row), the table,
  /// the key, and the values of the columns. A new or deleted row shows all columns that are not
  /// NULL. The order of the lines has no meaning. An empty text expects that nothing changes.
  ///
  /// The method reads all rows of the database before and after `body`. Changes that other threads
  /// and processes make in between count, too. If the changes differ, the method makes a patch in
  /// `.stategraph/expected`, which replaces the expected changes in the source by the actual ones.
  ///
  /// - Parameters:
  ///   - expected: The expected changes.
  ///   - fileID: The position of the call. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the call.
  ///   - line: The position of the call.
  ///   - column: The position of the call.
  ///   - body: The code under test.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`. Under XCTest also ``TestDatabaseError`` if the changes differ.
  @discardableResult
  public func expectChanges<Result>(
    _ expected: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ body: () throws -> Result
  ) throws -> Result {
    let before = try snapshot()
    let result = try body()
    try compare(
      expected,
      with: before,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    return result
  }

  /// Runs asynchronous code, and expects that exactly these rows of the database change.
  ///
  /// - Parameters:
  ///   - expected: The expected changes.
  ///   - fileID: The position of the call. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the call.
  ///   - line: The position of the call.
  ///   - column: The position of the call.
  ///   - isolation: The actor of the test. Leave the default.
  ///   - body: The code under test.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`. Under XCTest also ``TestDatabaseError`` if the changes differ.
  @discardableResult
  public func expectChanges<Result>(
    _ expected: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let before = try snapshot()
    let result = try await body()
    try compare(
      expected,
      with: before,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    return result
  }

  private func snapshot() throws -> DatabaseSnapshot {
    try DatabaseSnapshot(of: database, openCase().clone.template.printer)
  }

  private func compare(
    _ expected: String,
    with before: DatabaseSnapshot,
    location: SourceLocation
  ) throws {
    let difference = LineDifference(expected, actual: try before.changes(until: snapshot()))
    guard !difference.isEmpty else {
      return PatchFolder.shared.expectationPassed(at: location)
    }
    try ExpectationFailure(
      message: "The changes of the database differ:\n\(difference.text)",
      location: location,
      patch: ExpectationPatch(replacing: expected, by: difference.correctedLines, at: location)
    ).report(to: openCase())
  }
}

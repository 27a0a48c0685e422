import StateGraphPersistence
import Testing

extension DatabaseFaults {
  /// Expects that the database and its objects in memory are as they were when the last fault was
  /// requested.
  ///
  /// The test fails if
  /// - a row of any table, or the schema, has changed;
  /// - the graph has received a commit, so that live queries and relationships may have changed;
  /// - an entity in memory has other values than its row, or has no row.
  ///
  /// Each call of ``failNextCommit(_:)`` or ``beforeNextCommit(_:)`` reads the state with which
  /// this method compares. Changes between such a call and the fault therefore count, too.
  ///
  /// - Parameters:
  ///   - fileID: The position of the call. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the call.
  ///   - line: The position of the call.
  ///   - column: The position of the call.
  /// - Throws: ``TestDatabaseError`` with `.misuse` if no fault was requested. Under XCTest also if
  ///   something has changed. The errors of reading the rows.
  public func expectUnchanged(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws {
    let opened = try database.openCase()
    guard let before = opened.stateBeforeFault else {
      throw TestDatabaseError(
        .misuse,
        "expectUnchanged has no state to compare with, because no fault was requested.",
        remedy: "Call failNextCommit or beforeNextCommit first, or use expectChanges."
      )
    }
    let database = opened.clone.database
    try database.catchUp()
    let differences = try before.differences(
      from: DatabaseState(of: database, opened.clone.template.printer),
      entities: LiveEntityValues.all(in: database)
    )
    guard !differences.isEmpty else { return }
    let shown = differences.prefix(20).joined(separator: "\n")
    try ExpectationFailure(
      message: "The database is not as before the fault:\n\(shown)",
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ).report(to: opened)
  }
}

package import StateGraphSQLite

/// A connection that reads a database file and never changes it.
///
/// Any program may have created the file. Only one thread may use a session and its connection.
package final class ReadSession {
  package let path: String
  package let connection: Connection
  private let location: DatabaseLocation

  /// Opens the database file at `path` for reading.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isLasting: Whether the session stays open while other programs may write. If true, the
  ///     connection takes no lock that makes a writer wait.
  /// - Throws: ``InspectionError`` with `.databaseMissing`; `DatabaseError` if the file cannot be
  ///   opened.
  package init(path: String, isLasting: Bool = false) throws {
    self.path = path
    location = try DatabaseLocation(path: path)
    guard try location.hasContent() else {
      throw InspectionError(
        .databaseMissing,
        "there is no database at \(path)",
        remedy: "Check the path"
      )
    }
    connection = try Connection.openForInspection(location, isLasting: isLasting)
  }

  /// Runs `body` in one read transaction. All reads of `body` see the same commit.
  ///
  /// - Parameters:
  ///   - begin: A function that begins the transaction. If nil, the session runs BEGIN.
  ///   - body: A function that reads from the connection.
  /// - Throws: The error of `body`. `.fileChanged` if another program wrote to the file during a
  ///   read without locks.
  package func read<Result>(
    beginning begin: (() throws -> Void)? = nil,
    _ body: (Connection) throws -> Result
  ) throws -> Result {
    if let begin { try begin() } else { try connection.run("BEGIN") }
    defer { try? connection.run("ROLLBACK") }
    do {
      let result = try body(connection)
      try requireOneState()
      return result
    } catch let error as DatabaseError {
      // A file can look damaged if it changes during a read without locks. The session then reports
      // the change instead of the damage.
      try requireOneState()
      throw error
    }
  }

  /// Whether the session still reads the current content of the file.
  ///
  /// False if another program has changed a file that the session reads without locks. The caller
  /// must then open a new session.
  package var isCurrent: Bool { connection.readsOneState(of: location) }

  func requireOneState() throws(InspectionError) {
    guard !isCurrent else { return }
    throw InspectionError(
      .fileChanged,
      "another program wrote to \(path) while it was read",
      remedy: "Run the command again"
    )
  }
}

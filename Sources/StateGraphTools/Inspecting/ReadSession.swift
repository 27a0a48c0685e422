package import StateGraphSQLite

/// A connection for commands that read a database file and never change it. Any program may have
/// created the file. Only one thread may use a session and its connection.
package final class ReadSession {
  package let path: String
  package let connection: Connection
  private let location: DatabaseLocation

  /// Opens the database file at `path` for reading.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isLasting: Whether the session stays open while other programs may write. If true, the
  ///     connection takes no lock for which a writer would have to wait.
  /// - Throws: ``InspectionError`` with the code `.databaseMissing` if there is no file;
  ///   `DatabaseError` if the file cannot be opened.
  package init(path: String, isLasting: Bool = false) throws {
    self.path = path
    location = try DatabaseLocation(path: path)
    guard try location.hasContent() else { throw InspectionError.noDatabase(at: path) }
    connection = try Connection.openForInspection(location, isLasting: isLasting)
  }

  /// Runs `body` in one read transaction. All reads of `body` see the same commit.
  ///
  /// - Parameters:
  ///   - begin: Begins the transaction. Nil begins it with `BEGIN`.
  ///   - body: Reads from the connection.
  /// - Throws: The error of `body`. ``InspectionError`` with the code `.fileChanged` if another
  ///   program wrote to the file during a read without locks.
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
      // If the file changes during a read without locks, it can look damaged. In this case, the
      // session reports the change instead of the damage.
      try requireOneState()
      throw error
    }
  }

  /// Whether the session reads the current content of the file. False if the session reads without
  /// locks and another program has changed the file. The caller must then open a new session.
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

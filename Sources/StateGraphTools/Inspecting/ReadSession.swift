package import StateGraphSQLite

/// A connection that reads the database file of any program, and never changes the file.
///
/// Only one thread may use a session and its connection.
package final class ReadSession {
  package let path: String
  package let connection: Connection
  private let location: DatabaseLocation

  /// Opens the database file at `path` for reading.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isLasting: Whether the session stays open while other programs may begin to write. Its
  ///     connection then takes no lock for which a writer would have to wait.
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

  /// Runs `body` in one read transaction, so that everything that it reads belongs to one commit.
  ///
  /// - Parameters:
  ///   - begin: A function that begins the transaction; nil to run BEGIN.
  ///   - body: A function that reads from the connection.
  /// - Throws: The error of `body`. `.fileChanged` if the file was read without locks and another
  ///   program wrote to it during the read.
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
      // A file that changes while it is read without locks can look damaged. In this case, the
      // session reports the change instead of the damage.
      try requireOneState()
      throw error
    }
  }

  /// Whether the session still reads the current content of the file.
  ///
  /// False if the session reads the file without locks and another program has changed the file. A
  /// new session is then necessary.
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

package import StateGraphSQLite

/// A connection that reads a database file of any program without changing a byte of it.
///
/// Confined to one thread, like its connection.
package final class ReadSession {
  package let path: String
  package let connection: Connection
  private let location: DatabaseLocation

  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isLasting: Whether the session stays open while other programs start to write. Its
  ///     connection then takes no lock that would exclude a writer.
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

  /// Runs `body` in one read transaction, so that everything it reads belongs to one commit.
  ///
  /// - Parameters:
  ///   - begin: Begins the transaction. Without it, the session runs BEGIN.
  ///   - body: Reads from the connection.
  /// - Throws: The error of `body`, or `.fileChanged` if the file was read without locks and
  ///   another program wrote to it meanwhile.
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
      // A file that changes during an unlocked read can look damaged.
      try requireOneState()
      throw error
    }
  }

  /// Whether the next read of the session sees the current state of the file.
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

package import StateGraphSQLite

/// A database file that is looked at: anybody's, and not a byte of it changes.
///
/// Confined to one thread, as its connection is.
package final class ReadSession {
  package let path: String
  package let connection: Connection
  private let location: DatabaseLocation

  /// - Parameter isLasting: Whether it stays open while others come to write, whom it must not lock
  ///   out.
  /// - Throws: ``LookingError`` with `.databaseMissing`; `DatabaseError` where the file cannot be
  ///   opened.
  package init(path: String, isLasting: Bool = false) throws {
    self.path = path
    location = try DatabaseLocation(path: path)
    guard try location.hasContent() else {
      throw LookingError(
        .databaseMissing,
        "there is no database at \(path)",
        remedy: "Check the path"
      )
    }
    connection = try Connection.looking(at: location, isLasting: isLasting)
  }

  /// Runs `body` in one transaction: all that it reads is of one commit.
  ///
  /// - Parameter begin: Begins the transaction; BEGIN without it.
  /// - Throws: What `body` throws, and `.fileChanged` where the file was read without locks and
  ///   somebody has written it meanwhile.
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
      // A file that changes under the reader may well look damaged.
      try requireOneState()
      throw error
    }
  }

  /// Whether what the session would read next is what the file has now.
  package var isCurrent: Bool { connection.readsOneState(of: location) }

  func requireOneState() throws(LookingError) {
    guard !isCurrent else { return }
    throw LookingError(
      .fileChanged,
      "another program began to write \(path) while it was read",
      remedy: "Run the command again"
    )
  }
}

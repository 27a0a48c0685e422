import StateGraphSQLite

/// The table with one row for each request that is not completed.
enum RequestTable {
  static let name = LibraryTable.sessionRequests

  /// The rows of a session are performed in the order of `number`.
  static let definition: SQL = """
    CREATE TABLE \(table: name) (
      number INTEGER PRIMARY KEY NOT NULL,
      session TEXT NOT NULL,
      id TEXT NOT NULL,
      request TEXT NOT NULL,
      UNIQUE (session, id)
    ) STRICT
    """

  /// Returns the requests of a session, the oldest first. A text is nil if its bytes in the file
  /// are not UTF-8.
  static func requests(
    of session: String,
    in database: Database
  ) throws -> [(id: String, text: String?)] {
    try database.withReader { connection in
      guard try FoundTable(name, definedBy: definition, on: connection) == .expected else {
        return []
      }
      let statement = try connection.prepare(
        """
        SELECT id, request FROM main.\(table: name)
        WHERE session = \(session) ORDER BY number
        """
      )
      defer { statement.reset() }
      var requests: [(id: String, text: String?)] = []
      while try statement.step() {
        let text = String(validating: statement.bytes(at: 1), as: UTF8.self)
        requests.append((statement.text(at: 0), text))
      }
      return requests
    }
  }

  /// Stores a request behind all others, and removes one with the same id.
  static func insert(
    _ id: String,
    text: String,
    of session: String,
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      """
      INSERT OR REPLACE INTO main.\(table: name) (session, id, request)
      VALUES (\(session), \(id), \(text))
      """
    )
  }

  static func delete(
    _ id: String,
    of session: String,
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      "DELETE FROM main.\(table: name) WHERE session = \(session) AND id = \(id)"
    )
  }
}

import StateGraphSQLite

/// The table with one row for each session.
enum SessionTable {
  static let name = LibraryTable.sessions

  static let definition: SQL = """
    CREATE TABLE \(table: name) (
      name TEXT PRIMARY KEY NOT NULL,
      type TEXT NOT NULL,
      version INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      state TEXT NOT NULL
    ) STRICT
    """

  /// Returns the row of a session, or nil if the file has no such row or no such table.
  static func row(of session: String, in database: Database) throws -> SessionRow? {
    try database.withReader { connection in
      guard try FoundTable(name, definedBy: definition, on: connection) == .expected else {
        return nil
      }
      let statement = try connection.prepare(
        """
        SELECT type, version, revision, state FROM main.\(table: name)
        WHERE name = \(session)
        """
      )
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      return SessionRow(
        type: statement.text(at: 0),
        version: statement.integer(at: 1),
        revision: statement.integer(at: 2),
        state: String(validating: statement.bytes(at: 3), as: UTF8.self)
      )
    }
  }

  private static let updateText = StatementText(
    """
    UPDATE main.\(table: name) SET type = ?, version = ?, revision = ?, state = ?
    WHERE name = ? AND revision = ?
    """
  )
  private static let insertText = StatementText(
    """
    INSERT INTO main.\(table: name) (type, version, revision, state, name) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
    """
  )

  /// Writes the row of a session in the open transaction.
  ///
  /// - Parameters:
  ///   - row: The new row.
  ///   - session: The name of the session.
  ///   - revision: The revision that the row in the file must have, or nil if the file must not
  ///     have a row of this session.
  ///   - connection: The connection of the open write.
  /// - Returns: Whether the row was written. A row of another revision is not replaced.
  static func write(
    _ row: SessionRow,
    of session: String,
    replacing revision: Int64?,
    on connection: Connection
  ) throws(DatabaseError) -> Bool {
    let statement = try connection.prepare(revision == nil ? insertText : updateText)
    try statement.bind(.text(row.type), at: 1)
    try statement.bind(row.version, at: 2)
    try statement.bind(row.revision, at: 3)
    try statement.bind(.text(row.state ?? ""), at: 4)
    try statement.bind(.text(session), at: 5)
    if let revision { try statement.bind(revision, at: 6) }
    // A cached statement must not keep the bytes of a long state.
    defer { statement.clearBindings() }
    try statement.run()
    return connection.changedRowCount == 1
  }

  /// Returns a name that no session of the file has, for the row of a session that is set aside.
  static func unusedName(
    for session: String,
    on connection: Connection
  ) throws(DatabaseError) -> String {
    var number = 1
    while true {
      let candidate = "\(session) (set aside \(number))"
      let found = try connection.firstValue(
        """
        SELECT 1 FROM main.\(table: name) WHERE name = \(candidate)
        UNION ALL SELECT 1 FROM main.\(table: RequestTable.name) WHERE session = \(candidate)
        UNION ALL SELECT 1 FROM main.\(table: TransitionTable.name) WHERE session = \(candidate)
        """
      )
      if found == nil { return candidate }
      number += 1
    }
  }
}

/// A row of the table of sessions.
struct SessionRow: Sendable {
  /// The name of the transducer whose state the row contains.
  var type: String
  /// The version of the state's form, which the transducer determines.
  var version: Int64
  /// The number of times that a machine has written the row. A machine writes the row only if the
  /// row has the revision that the machine knows.
  var revision: Int64
  /// The state as JSON text, or nil if the bytes in the file are not UTF-8.
  var state: String?
}

import StateGraphSQLite

/// The table with one row for each logged transition.
enum TransitionTable {
  static let name = LibraryTable.sessionTransitions

  static let definition: SQL = """
    CREATE TABLE \(table: name) (
      session TEXT NOT NULL,
      number INTEGER NOT NULL,
      version INTEGER NOT NULL,
      event TEXT,
      state TEXT,
      PRIMARY KEY (session, number)
    ) STRICT, WITHOUT ROWID
    """

  /// The numbers that the newest transition of a log can have. Any program may have written a row,
  /// and the numbers of later transitions must not overflow.
  static let lastNumbers: ClosedRange<Int64> = 0...(1 << 53)

  /// Returns the logged transitions of a session, the oldest first.
  static func rows(of session: String, in database: Database) throws -> [TransitionRow] {
    try database.withReader { connection in
      guard try FoundTable(name, definedBy: definition, on: connection) == .expected else {
        return []
      }
      let statement = try connection.prepare(
        """
        SELECT number, version, event, state FROM main.\(table: name)
        WHERE session = \(session) ORDER BY number
        """
      )
      defer { statement.reset() }
      var rows: [TransitionRow] = []
      while try statement.step() {
        var row = TransitionRow(number: statement.integer(at: 0), version: statement.integer(at: 1))
        if case .text(let text) = statement.value(at: 2) { row.event = text }
        if case .text(let text) = statement.value(at: 3) { row.state = text }
        rows.append(row)
      }
      return rows
    }
  }

  /// Returns the number of the newest logged transition of a session, or 0 if there is none.
  static func lastNumber(of session: String, in database: Database) throws -> Int64 {
    try database.withReader { connection in
      guard try FoundTable(name, definedBy: definition, on: connection) == .expected else {
        return 0
      }
      let value = try connection.firstValue(
        "SELECT max(number) FROM main.\(table: name) WHERE session = \(session)"
      )
      if case .integer(let number) = value { return number }
      return 0
    }
  }

  static func insert(
    _ row: TransitionRow,
    of session: String,
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO main.\(table: name) (session, number, version, event, state)
      VALUES (\(session), \(row.number), \(row.version), \(row.event), \(row.state))
      """
    )
  }

  /// Deletes the transitions that are not needed to replay those after `number`.
  static func deleteBefore(
    _ number: Int64,
    of session: String,
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      """
      DELETE FROM main.\(table: name) WHERE session = \(session) AND number < (
        SELECT max(number) FROM main.\(table: name)
        WHERE session = \(session) AND state IS NOT NULL AND number <= \(number)
      )
      """
    )
  }
}

/// A row of the table of transitions: one logged transition of a session.
struct TransitionRow: Sendable {
  /// The number of the transition. The numbers of a session ascend.
  var number: Int64
  /// The version of the state's form.
  var version: Int64
  /// The event as JSON text, or nil if the transition has no event, or one that cannot be encoded.
  var event: String?
  /// The state after the transition as JSON text, or nil if the event and the state before
  /// determine it.
  var state: String?
}

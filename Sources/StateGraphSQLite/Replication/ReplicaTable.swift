/// The table that makes a file a replica. It has one row.
///
/// The header of a replicated file also has another application id. Versions of this library that
/// do not know replicas thus refuse the file as one of another application, before they write a
/// byte. Their writes would be missing in the outbox.
package enum ReplicaTable {
  package static let name = LibraryTable.replica
  /// The application id in the header of a replicated file: "SGRR" in ASCII.
  ///
  /// The table contains the id that the file had before.
  package static let applicationID: Int64 = 0x5347_5252
  /// The version of the tables of a replica. A newer version is refused.
  static let format: Int64 = 1

  static func exists(on connection: Connection) throws(DatabaseError) -> Bool {
    try connection.firstValue(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = \(name)"
    ) != nil
  }

  /// Creates the table with its row. Call this inside a write transaction.
  static func create(_ replica: Replica, on connection: Connection) throws(DatabaseError) {
    guard case .integer(let id) = try connection.firstValue("PRAGMA main.application_id") else {
      throw ReplicaError.damagedReplica
    }
    try connection.run(
      """
      CREATE TABLE main.\(table: name) (
        id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
        format INTEGER NOT NULL,
        application_id INTEGER NOT NULL,
        server BLOB NOT NULL,
        client BLOB NOT NULL,
        tables TEXT NOT NULL,
        position INTEGER NOT NULL,
        newest BLOB NOT NULL,
        decided INTEGER NOT NULL,
        schema INTEGER NOT NULL,
        must_reconcile INTEGER NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        behind_since TEXT,
        server_end INTEGER NOT NULL
      ) STRICT
      """
    )
    try connection.run(
      """
      INSERT INTO main.\(table: name)
      VALUES (
        1, \(format), \(id), \(replica.server), \(replica.client), '[]', 0, x'', 0, 0, 0, '', '',
        NULL, 0)
      """
    )
    try update(replica, on: connection)
    try connection.run(SQL(text: "PRAGMA main.application_id = \(applicationID)"))
  }

  static func drop(on connection: Connection) throws(DatabaseError) {
    guard
      case .integer(let id) = try connection.firstValue(
        "SELECT application_id FROM main.\(table: name)"
      )
    else { throw ReplicaError.damagedReplica }
    try connection.run("DROP TABLE main.\(table: name)")
    try connection.run(SQL(text: "PRAGMA main.application_id = \(id)"))
  }

  /// Returns the row of the table.
  ///
  /// - Throws: `.corrupt` if the row is missing or damaged. `.schemaTooNew` if a newer version of
  ///   the library has written it.
  static func read(on connection: Connection) throws(DatabaseError) -> Replica {
    let rows = try connection.rows(
      """
      SELECT server, client, position, decided, schema, must_reconcile, format, state, reason,
        behind_since, server_end, newest
      FROM main.\(table: name)
      """
    )
    guard rows.count == 1, let row = rows.first, case .blob(let server) = row[0],
      case .blob(let client) = row[1], case .integer(let position) = row[2],
      case .integer(let decided) = row[3], case .integer(let schema) = row[4],
      case .integer(let mustReconcile) = row[5], case .integer(let format) = row[6],
      case .text(let state) = row[7], case .text(let reason) = row[8],
      case .integer(let serverEnd) = row[10], case .blob(let newest) = row[11]
    else { throw ReplicaError.damagedReplica }
    // Any program may have written the numbers. They are counted up and subtracted.
    guard (0..<Int64.max).contains(decided), mustReconcile >= 0 else {
      throw ReplicaError.damagedReplica
    }
    guard format <= self.format else { throw ReplicaError.newerReplica }
    var replica = Replica(
      server: server,
      client: client,
      tables: try tables(on: connection),
      position: ServerPosition(UInt64(bitPattern: position)),
      schema: schema
    )
    replica.report.state = ReplicaReport.State(rawValue: state) ?? .ended
    (replica.report.reason, replica.report.behindSince) = (ByteText(reason), row[9])
    replica.report.serverEnd = ServerPosition(UInt64(bitPattern: serverEnd))
    (replica.decided, replica.newest) = (decided, newest)
    replica.uncomparedMigrations = mustReconcile
    return replica
  }

  /// Returns the names of the replicated tables.
  static func tables(on connection: Connection) throws(DatabaseError) -> [String] {
    guard
      try connection.firstValue("SELECT json_valid(tables) FROM main.\(table: name)")
        == .integer(1)
    else { throw ReplicaError.damagedReplica }
    return try connection.rows(
      "SELECT t.value FROM main.\(table: name) AS r, json_each(r.tables) AS t ORDER BY t.key"
    ).compactMap { if case .text(let name) = $0[0] { name } else { nil } }
  }

  static func setDecided(_ seq: Int64, on connection: Connection) throws(DatabaseError) {
    try connection.run("UPDATE main.\(table: name) SET decided = \(seq)")
  }

  static func setNewest(_ newest: [UInt8], on connection: Connection) throws(DatabaseError) {
    try connection.run("UPDATE main.\(table: name) SET newest = \(newest)")
  }

  static func update(_ replica: Replica, on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      UPDATE main.\(table: name) SET server = \(replica.server), client = \(replica.client),
        position = \(replica.position.value), newest = \(replica.newest),
        decided = \(replica.decided),
        schema = \(replica.schema), must_reconcile = \(replica.uncomparedMigrations), tables = '[]'
      """
    )
    try setReport(replica.report, on: connection)
    for name in replica.tables {
      try connection.run(
        "UPDATE main.\(table: self.name) SET tables = json_insert(tables, '$[#]', \(name))"
      )
    }
  }

  static func setReport(
    _ report: ReplicaReport,
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      """
      UPDATE main.\(table: name) SET
        state = \(report.state.rawValue), reason = \(report.reason.string),
        behind_since = \(report.behindSince), server_end = \(report.serverEnd.value)
      """
    )
  }

  /// Records that the file must be compared with the server.
  static func requireReconciling(on connection: Connection) throws(DatabaseError) {
    try connection.run("UPDATE main.\(table: name) SET must_reconcile = must_reconcile + 1")
  }

  /// Returns the application id that the file had before it became a replica.
  ///
  /// - Parameter identifier: The application id in the header.
  /// - Returns: `identifier` if the file is not a replica.
  /// - Throws: `.schemaTooNew` for a replica of a newer version.
  package static func originalID(
    _ identifier: SQLiteValue?,
    on connection: Connection
  ) throws(DatabaseError) -> SQLiteValue? {
    guard identifier == .integer(applicationID), try exists(on: connection) else {
      return identifier
    }
    let rows = try connection.rows("SELECT application_id, format FROM main.\(table: name)")
    guard let row = rows.first, case .integer(let format) = row[1] else {
      throw ReplicaError.damagedReplica
    }
    guard format <= self.format else { throw ReplicaError.newerReplica }
    return row[0]
  }
}

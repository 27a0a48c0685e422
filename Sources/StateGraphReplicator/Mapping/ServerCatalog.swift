#if PostgreSQL
import StateGraphReplication
import StateGraphSQLite

/// What the server says about its tables and about the writes of a file.
struct ServerCatalog {
  let connection: PostgreSQLConnection

  /// Returns the columns of a table, or none if there is no such table.
  func columns(of table: ServerTable) throws(ReplicationError) -> [ServerColumn] {
    let rows = try connection.query(
      ServerColumnType.sql(of: "SELECT to_regclass($1)::oid"),
      parameters: [table.quoted]
    )
    var columns: [ServerColumn] = []
    for row in rows {
      guard row.count == 15, let name = row[1], let type = try ServerColumnType(row[6...]) else {
        throw connection.unexpectedAnswer("SELECT FROM pg_attribute")
      }
      columns.append(
        ServerColumn(
          name: name,
          type: type,
          isKey: row[2] == "t",
          values: row[4] == "t" ? .identity : row[3] == "t" ? .generated : .written,
          table: row[5].flatMap { UInt32($0) }
        )
      )
    }
    return columns
  }

  /// - Throws: `.schemaMismatch` if the feed cannot deliver all changes of the table.
  func requireFeed(of table: ServerTable) throws(ReplicationError) {
    let problems = try connection.query(
      TableCheck.sql(of: "SELECT to_regclass($1)::oid"),
      parameters: [table.quoted]
    )
    guard let problem = problems.first, problem.count == 2 else { return }
    throw ReplicationError(.schemaMismatch, problem[0] ?? "", remedy: problem[1] ?? "")
  }

  /// - Throws: `.permission` if a policy hides rows of a table from the role of the connection. A
  ///   copy would lack them, and the feed would deliver them.
  func requireAllRows(of schema: ReplicatedSchema) throws(ReplicationError) {
    for table in schema.parentsFirst.map(\.server) {
      let rows = try connection.query(
        "SELECT row_security_active(to_regclass($1)::oid), current_user",
        parameters: [table.quoted]
      )
      guard let row = rows.first, row.count == 2, row[0] == "t", let role = row[1] else { continue }
      throw ReplicationError(
        .permission,
        "A policy of row-level security hides rows of the table \(table) from the role \(role). "
          + "Its feed of changes has all rows, so that a copy without them would differ.",
        remedy: "ALTER ROLE \(try ServerName(role).quoted) BYPASSRLS, or name a role with this "
          + "attribute with --feed-with. Files with the rows of a policy only are not supported."
      )
    }
  }

  /// Returns the random id of the server's database.
  func serverID() throws(ReplicationError) -> String {
    guard
      let id = try connection.query("SELECT id FROM stategraph.server", parameters: []).first?.first
        ?? nil
    else { throw connection.unexpectedAnswer("SELECT FROM stategraph.server") }
    return id
  }

  /// Returns the decisions about the writes of a file.
  ///
  /// - Parameter sequence: Refusals up to this number are left out.
  func decisions(
    of client: String,
    after sequence: Int64
  ) throws(ReplicationError) -> [PushDecision] {
    let refused = try connection.query(
      """
      SELECT seq, state, message FROM stategraph.refusals
      WHERE client = $1::uuid AND seq > $2::bigint ORDER BY seq
      """,
      parameters: [client, String(sequence)]
    )
    var decisions: [PushDecision] = []
    for row in refused {
      guard row.count == 3, let number = row[0].flatMap({ Int64($0) }) else {
        throw connection.unexpectedAnswer("SELECT FROM stategraph.refusals")
      }
      let reason = RefusalReason(code: row[1] ?? "", message: row[2] ?? "")
      decisions.append(.refused(number, reason: reason))
    }
    if let last = try decided(of: client), last > decisions.last?.sequence ?? sequence {
      decisions.append(.applied(through: last))
    }
    return decisions
  }

  /// Returns the number of the last decided write of a file, or nil if the server does not know the
  /// file.
  func decided(of client: String) throws(ReplicationError) -> Int64? {
    let rows = try connection.query(
      "SELECT seq FROM stategraph.clients WHERE id = $1::uuid",
      parameters: [client]
    )
    return rows.first?.first.flatMap { $0.flatMap { Int64($0) } }
  }
}
#endif

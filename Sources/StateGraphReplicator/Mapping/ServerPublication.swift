#if PostgreSQL
import StateGraphReplication

/// What a publication of the server must contain, so that no change of a mapped column is missing
/// in the feed.
struct ServerPublication {
  let name: ServerName
  let connection: PostgreSQLConnection

  /// - Throws: `.schemaMismatch` if the publication, a table or a column of it is missing.
  func requireAll(of schema: ReplicatedSchema) throws(ReplicationError) {
    try requireAllKinds()
    let published = try publishedColumns()
    for mapping in schema.parentsFirst {
      try require(mapping.columns.map(\.name.text), of: mapping.server, in: published)
    }
    let clients = try ServerTable(schema: "stategraph", name: "clients")
    try require(["id", "seq", "tx"], of: clients, in: published)
    let refusals = try ServerTable(schema: "stategraph", name: "refusals")
    try require(["client", "seq", "state", "message"], of: refusals, in: published)
  }

  private func requireAllKinds() throws(ReplicationError) {
    let rows = try connection.query(
      """
      SELECT pubinsert AND pubupdate AND pubdelete AND pubtruncate FROM pg_publication
      WHERE pubname = $1
      """,
      [name.text]
    )
    guard let row = rows.first else {
      throw mismatch("The server's database has no publication \(name.text).")
    }
    guard row.first == "t" else {
      throw mismatch("The publication \(name.text) leaves out a kind of changes.")
    }
  }

  private struct Published {
    var columns: Set<ServerName> = []
    var hasRowFilter = false
  }

  private func publishedColumns() throws(ReplicationError) -> [ServerTable: Published] {
    let rows = try connection.query(
      """
      SELECT schemaname, tablename, column_name, rowfilter IS NOT NULL
      FROM pg_publication_tables, unnest(attnames) AS column_name WHERE pubname = $1
      """,
      [name.text]
    )
    var tables: [ServerTable: Published] = [:]
    for row in rows {
      guard row.count == 4, let schema = row[0], let table = row[1], let column = row[2] else {
        throw connection.unexpectedAnswer("SELECT FROM pg_publication_tables")
      }
      let key = try ServerTable(schema: schema, name: table)
      tables[key, default: Published()].columns.insert(try ServerName(column))
      if row[3] == "t" { tables[key]?.hasRowFilter = true }
    }
    return tables
  }

  private func require(
    _ columns: [String],
    of table: ServerTable,
    in published: [ServerTable: Published]
  ) throws(ReplicationError) {
    guard let found = published[table] else {
      throw mismatch("The publication \(name.text) does not contain the table \(table).")
    }
    guard !found.hasRowFilter else {
      throw mismatch("The publication \(name.text) leaves out rows of the table \(table).")
    }
    for column in columns where !found.columns.contains(try ServerName(column)) {
      throw mismatch(
        "The publication \(name.text) does not contain the column \(table).\(column)."
      )
    }
  }

  private func mismatch(_ message: String) -> ReplicationError {
    ReplicationError(
      .schemaMismatch,
      message,
      remedy: "Alter the publication as the SQL of stategraph-sync init creates it."
    )
  }
}
#endif

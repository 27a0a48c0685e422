#if PostgreSQL
import StateGraphReplication

/// What a publication of the server must contain, so that no change of a mapped column is missing
/// in the feed.
struct ServerPublication {
  let name: ServerName
  let connection: PostgreSQLConnection

  /// - Throws: `.schemaMismatch` if the publication, a table or a column of it is missing. The
  ///   remedy is a statement.
  func requireAll(of schema: ReplicatedSchema) throws(ReplicationError) {
    let isViaRoot = try requireAllKinds(of: schema)
    let published = try publishedColumns()
    func require(_ columns: [String], of table: ServerTable) throws(ReplicationError) {
      try self.require(columns, of: table, in: published[table], isViaRoot: isViaRoot)
    }
    for mapping in schema.parentsFirst {
      try require(mapping.columns.map(\.name.text), of: mapping.server)
    }
    let clients = try ServerTable(schema: "stategraph", name: "clients")
    try require(["id", "seq", "tx"], of: clients)
    let refusals = try ServerTable(schema: "stategraph", name: "refusals")
    try require(["client", "seq", "state", "message"], of: refusals)
  }

  /// Returns whether the changes of partitions are published as those of their table.
  private func requireAllKinds(of schema: ReplicatedSchema) throws(ReplicationError) -> Bool {
    let rows = try connection.query(
      """
      SELECT pubinsert AND pubupdate AND pubdelete AND pubtruncate, pubviaroot FROM pg_publication
      WHERE pubname = $1
      """,
      parameters: [name.text]
    )
    guard let row = rows.first, row.count == 2 else {
      let tables = schema.parentsFirst.map { ServerSetup.Table($0.server) }
      throw mismatch(
        "The server's database has no publication \(name.text).",
        remedy: ServerSetup.publicationSQL(name, of: tables).replacing("\n ", with: "")
      )
    }
    guard row[0] == "t" else {
      throw mismatch(
        "The publication \(name.text) leaves out a kind of changes.",
        remedy: alter("SET (publish = 'insert, update, delete, truncate')")
      )
    }
    return row[1] == "t"
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
      parameters: [name.text]
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
    in published: Published?,
    isViaRoot: Bool
  ) throws(ReplicationError) {
    let isOwn = table.schema.text == "stategraph"
    let quoted = table.quoted + (isOwn ? " (\(columns.joined(separator: ", ")))" : "")
    let add = alter("ADD TABLE \(quoted)")
    guard let found = published else {
      // Without this option, the publication contains partitions in place of their table.
      throw mismatch(
        "The publication \(name.text) does not contain the table \(table).",
        remedy: isViaRoot ? add : alter("SET (publish_via_partition_root = true)")
      )
    }
    let replace = alter("DROP TABLE \(table.quoted)") + "; " + add
    guard !found.hasRowFilter else {
      throw mismatch(
        "The publication \(name.text) leaves out rows of the table \(table).",
        remedy: replace
      )
    }
    for column in columns where !found.columns.contains(try ServerName(column)) {
      throw mismatch(
        "The publication \(name.text) does not contain the column \(table).\(column).",
        remedy: replace
      )
    }
  }

  private func alter(_ change: String) -> String {
    "ALTER PUBLICATION \(name.quoted) \(change)"
  }

  private func mismatch(_ message: String, remedy: String) -> ReplicationError {
    ReplicationError(.schemaMismatch, message, remedy: remedy + ".")
  }
}
#endif

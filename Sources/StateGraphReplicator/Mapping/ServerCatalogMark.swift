#if PostgreSQL
import StateGraphReplication

/// What the server's catalogue says about the replicated tables, their partitions, the columns and
/// types of the file, and the publication.
///
/// A renamed table, an attached partition, a column of another type or a publication that was made
/// again changes values or leaves out changes, and the feed does not tell it.
struct ServerCatalogMark: Sendable {
  /// A short text that changes with the catalogue.
  let text: String
  private let sql: String
  /// The tables with their partitions, as the beginning of a query.
  private let parts: String

  /// - Parameter connection: A connection that does not write rows. Its search path has the
  ///   server's own names only.
  init(
    of schema: ReplicatedSchema,
    publication: ServerName,
    _ connection: PostgreSQLConnection
  ) throws(ReplicationError) {
    let own = ["stategraph.clients", "stategraph.refusals"]
    let tables = schema.parentsFirst.map(\.server.quoted) + own
    let columns = schema.parentsFirst.flatMap { mapping in
      mapping.fileColumns.map { column in
        "(\(ServerName.literal(mapping.server.quoted)), \(ServerName.literal(column.name)))"
      }
    }
    parts = Self.parts(of: tables.map { "(\(ServerName.literal($0)))" }.joined(separator: ", "))
    sql = Self.sql(
      parts: parts,
      columns: columns.joined(separator: ", "),
      publication: ServerName.literal(publication.text)
    )
    text = try Self.read(sql, connection: connection)
  }

  /// Prepares a connection for ``check(_:)``. To plan the query takes longer than to run it.
  func prepare(_ connection: PostgreSQLConnection) throws(ReplicationError) {
    try connection.execute("PREPARE catalog_mark AS \(sql)")
  }

  /// - Throws: `.needsReconcile` if the catalogue has changed.
  func check(_ connection: PostgreSQLConnection) throws(ReplicationError) {
    guard try Self.read("EXECUTE catalog_mark", connection: connection) != text else { return }
    throw ReplicationError(
      .needsReconcile,
      "The tables of the server, their columns, partitions or types, or the publication have "
        + "changed.",
      remedy: "Reconcile the file."
    )
  }

  /// Returns a short text that changes when ALTER TABLE writes rows anew. A snapshot from before
  /// shows such a table as empty.
  func storage(_ connection: PostgreSQLConnection) throws(ReplicationError) -> String {
    try Self.read(
      """
      \(parts) SELECT md5(string_agg(line, ',' ORDER BY line)) FROM (
        SELECT concat_ws(' ', attrelid, relam, attnum, pg_attribute.xmin)
        FROM part JOIN pg_class USING (oid) JOIN pg_attribute ON attrelid = oid WHERE attnum > 0
      ) AS lines (line)
      """,
      connection: connection
    )
  }

  private static func read(
    _ sql: String,
    connection: PostgreSQLConnection
  ) throws(ReplicationError) -> String {
    guard let text = try connection.execute(sql).first?.first ?? nil else {
      throw connection.unexpectedAnswer("SELECT FROM pg_class")
    }
    return text
  }

  private static func parts(of tables: String) -> String {
    """
    WITH RECURSIVE part AS (
      SELECT to_regclass(name)::oid AS oid, false AS is_child
      FROM (VALUES \(tables)) AS named (name)
      UNION ALL
      SELECT inhrelid, true FROM pg_inherits, part WHERE inhparent = part.oid
    )
    """
  }

  /// The numbers `xmin` tell that a row of the catalogue was written again, also if it has the
  /// values of before.
  private static func sql(parts: String, columns: String, publication: String) -> String {
    """
    \(parts), attribute AS (
      SELECT a.attrelid, a.attnum, a.atttypid, a.xmin
      FROM pg_attribute AS a JOIN (VALUES \(columns)) AS file (table_name, name)
        ON attrelid = to_regclass(table_name)::oid AND attname::text = name AND NOT attisdropped
    ), type AS (
      SELECT atttypid AS oid FROM attribute
      UNION
      SELECT next.oid FROM type JOIN pg_type AS t USING (oid) CROSS JOIN LATERAL (
        SELECT typelem UNION ALL SELECT typbasetype
        UNION ALL SELECT atttypid FROM pg_attribute WHERE attrelid = typrelid AND attnum > 0
        UNION ALL SELECT CASE t.oid WHEN rngtypid THEN rngsubtype ELSE rngtypid END
          FROM pg_range WHERE t.oid IN (rngtypid, rngmultitypid)
      ) AS next (oid)
    )
    SELECT md5(string_agg(line, ',' ORDER BY line)) FROM (
      SELECT concat_ws(' ', 'table', oid, relkind, relpersistence, relreplident,
        CASE WHEN is_child THEN relfilenode END, EXISTS (
          SELECT FROM pg_attribute WHERE attrelid = oid AND attgenerated <> ''
        ))
      FROM part JOIN pg_class USING (oid)
      UNION ALL
      SELECT concat_ws(' ', 'part', inhrelid, inhparent, pg_inherits.xmin)
      FROM pg_inherits JOIN part ON inhparent = oid
      UNION ALL
      SELECT concat_ws(' ', 'key', indrelid, indkey, indimmediate)
      FROM pg_index JOIN part ON indrelid = oid WHERE indisprimary
      UNION ALL
      SELECT concat_ws(' ', 'column', attrelid, attnum, xmin) FROM attribute
      UNION ALL
      SELECT concat_ws(' ', 'label', pg_enum.oid, pg_enum.xmin)
      FROM pg_enum JOIN type ON enumtypid = type.oid
      UNION ALL
      SELECT concat_ws(' ', 'field', attrelid, attnum, a.xmin)
      FROM type JOIN pg_type USING (oid) JOIN pg_attribute AS a ON attrelid = typrelid
      WHERE attnum > 0
      UNION ALL
      SELECT concat_ws(' ', 'publication', oid, p.xmin)
      FROM pg_publication AS p WHERE pubname = \(publication)
      UNION ALL
      SELECT concat_ws(' ', 'published', r.oid, r.xmin)
      FROM pg_publication AS p JOIN pg_publication_rel AS r ON prpubid = p.oid
        JOIN part ON prrelid = part.oid
      WHERE pubname = \(publication)
      UNION ALL
      SELECT DISTINCT concat_ws(' ', 'schema', n.oid, n.xmin)
      FROM pg_publication AS p JOIN pg_publication_namespace AS n ON pnpubid = p.oid
        JOIN pg_class ON relnamespace = pnnspid JOIN part ON part.oid = pg_class.oid
      WHERE pubname = \(publication)
    ) AS lines (line)
    """
  }
}
#endif

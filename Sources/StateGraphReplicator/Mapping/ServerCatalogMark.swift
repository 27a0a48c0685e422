#if PostgreSQL
import StateGraphReplication

/// What the server's catalogue says about the replicated tables, their partitions and the
/// publication.
///
/// A renamed table, an attached partition or a publication that was made again changes rows, or
/// leaves out their changes, and the feed does not tell it.
struct ServerCatalogMark: Sendable {
  /// A short text that changes with the catalogue.
  let text: String
  private let sql: String

  init(
    of schema: ReplicatedSchema,
    publication: ServerName,
    _ connection: PostgreSQLConnection
  ) throws(ReplicationError) {
    let tables = schema.parentsFirst.map {
      "(pg_catalog.to_regclass(\(ServerName.literal($0.server.quoted)))::pg_catalog.oid)"
    }
    // The connection of the pushes has the search path of the role.
    sql = """
      WITH RECURSIVE part AS (
        SELECT oid, false AS is_child FROM (VALUES \(tables.joined(separator: ", "))) AS named (oid)
        UNION ALL
        SELECT inhrelid, true FROM pg_catalog.pg_inherits, part
        WHERE inhparent OPERATOR(pg_catalog.=) part.oid
      )
      SELECT pg_catalog.md5(pg_catalog.string_agg(line, ',' ORDER BY line)) FROM (
        SELECT pg_catalog.concat_ws(' ', c.oid, c.relkind, c.relreplident,
          CASE WHEN is_child THEN c.relfilenode END)
        FROM part, pg_catalog.pg_class AS c WHERE c.oid OPERATOR(pg_catalog.=) part.oid
        UNION ALL
        SELECT pg_catalog.concat_ws(' ', 'publication', p.oid, p.xmin, r.oid, r.xmin, r.prrelid)
        FROM pg_catalog.pg_publication AS p LEFT JOIN pg_catalog.pg_publication_rel AS r
          ON r.prpubid OPERATOR(pg_catalog.=) p.oid
            AND EXISTS (SELECT FROM part WHERE part.oid OPERATOR(pg_catalog.=) r.prrelid)
        WHERE p.pubname
          OPERATOR(pg_catalog.=) \(ServerName.literal(publication.text))::pg_catalog.name
      ) AS lines (line)
      """
    text = try connection.execute(sql).first?.first.flatMap { $0 } ?? ""
  }

  /// - Throws: `.needsReconcile` if the catalogue has changed.
  func check(_ connection: PostgreSQLConnection) throws(ReplicationError) {
    guard try connection.execute(sql) != [[text]] else { return }
    throw ReplicationError(
      .needsReconcile,
      "The tables of the server, their partitions or the publication have changed.",
      remedy: "Reconcile the file."
    )
  }
}
#endif

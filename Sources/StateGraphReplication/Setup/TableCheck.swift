/// Finds tables of the server whose changes cannot be replicated.
package enum TableCheck {
  /// The tables and partitions with a problem: `problem` says what it is, and `remedy` what to do.
  ///
  /// - Parameter relations: A statement that returns the numbers of the tables.
  package static func sql(of relations: String) -> String {
    """
    SELECT pg_catalog.format(problem, relation, heir) AS problem,
      pg_catalog.format(remedy, relation, heir) AS remedy
    FROM (
      SELECT oid::pg_catalog.regclass AS relation, heir, CASE
        WHEN relpersistence <> 'p' OR relkind = 'f' AND relispartition THEN 5
        WHEN relkind NOT IN ('r', 'p') THEN 1
        WHEN relkind = 'r' AND heir IS NOT NULL THEN 6
        WHEN NOT EXISTS (SELECT FROM pg_catalog.pg_index WHERE indrelid = oid AND indisprimary)
          THEN 2
        WHEN EXISTS (
          SELECT FROM pg_catalog.pg_index
          WHERE indrelid = oid AND indisprimary AND NOT indimmediate
        ) THEN 7
        WHEN relreplident = 'n' OR relreplident = 'i' AND NOT EXISTS (
          SELECT FROM pg_catalog.pg_index
          WHERE indrelid = oid AND indisprimary AND indisreplident
        ) THEN 3
        WHEN relreplident = 'f' AND pg_catalog.current_setting('server_version_num')::int >= 180000
          AND EXISTS (
            SELECT FROM pg_catalog.pg_attribute WHERE attrelid = oid AND attgenerated <> ''
          )
          AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_publication AS p
            WHERE pg_catalog.to_jsonb(p) ->> 'pubgencols' = 's'
          ) THEN 4
        END AS number
      FROM pg_catalog.pg_class CROSS JOIN LATERAL (
          SELECT pg_catalog.min(inhrelid)::pg_catalog.regclass AS heir
          FROM pg_catalog.pg_inherits WHERE inhparent = oid
        ) AS heirs
      WHERE oid IN (
        SELECT pg_catalog.unnest(tree) FROM (\(relations)) AS named (root), LATERAL (
          SELECT root::pg_catalog.oid || pg_catalog.array_agg(relid::pg_catalog.oid)
          FROM pg_catalog.pg_partition_tree(root::pg_catalog.regclass)
        ) AS parts (tree)
      )
    ) AS checked JOIN (VALUES
      (1, '%s is no table of the server, so that no change of its rows is sent.',
        'Replicate the table behind it.'),
      (2, 'The server''s table %s has no primary key.',
        'Give it the primary key that the file''s table has: ALTER TABLE %s ADD PRIMARY KEY.'),
      (3, 'The changes of the server''s table %s do not name rows by the primary key (REPLICA '
        'IDENTITY).', 'ALTER TABLE %s REPLICA IDENTITY DEFAULT.'),
      (4, 'PostgreSQL 18 refuses each UPDATE and DELETE of the published table %s, because it '
        'has a generated column and REPLICA IDENTITY FULL.',
        'ALTER TABLE %s REPLICA IDENTITY DEFAULT.'),
      (5, 'The server''s log does not have the changes of %s, which is an unlogged or a foreign '
        'table.', 'ALTER TABLE %s SET LOGGED, or detach it if it is a foreign partition.'),
      (6, 'The rows of %2$s, which inherits from %1$s, are rows of %1$s on the server, and the '
        'feed tells them as those of another table.',
        'ALTER TABLE %2$s NO INHERIT %1$s, or make %1$s a partitioned table.'),
      (7, 'The primary key of the server''s table %s is deferrable, so that PostgreSQL refuses '
        'UPDATE, DELETE and ON CONFLICT.',
        'Drop the key of %s, and add it again without DEFERRABLE.')
    ) AS text (number, problem, remedy) USING (number)
    """
  }
}

/// The SQL that prepares a server for files, for review and for `psql`.
package struct ServerSetup: Sendable {
  /// A replicated table with the columns that files have.
  package struct Table: Hashable, Sendable {
    package let table: ServerTable
    /// Empty publishes all columns, also those that a later migration adds.
    package let columns: [ServerName]
    /// The columns of the file's table, for the checks of the set-up.
    package let fileColumns: [FileColumn]

    package init(
      _ table: ServerTable,
      columns: [ServerName] = [],
      fileColumns: [FileColumn] = []
    ) {
      (self.table, self.columns, self.fileColumns) = (table, columns, fileColumns)
    }
  }

  /// A column of a replicated table of the file.
  package struct FileColumn: Hashable, Sendable {
    package let name: ServerName
    /// The type of the values, or nil if the column can store values of any class.
    package let type: FileType?

    package init(_ name: ServerName, type: FileType?) { (self.name, self.type) = (name, type) }
  }

  package let publication: ServerName
  package let tables: [Table]
  /// The role of the pushes. Row-level security holds for it.
  package let pushRole: ServerName
  /// The role of the feed and of copies. It needs the attribute REPLICATION, and may read all
  /// published rows.
  package let feedRole: ServerName

  package init(
    publication: ServerName,
    tables: [Table],
    pushRole: ServerName,
    feedRole: ServerName
  ) {
    self.publication = publication
    self.tables = tables
    self.pushRole = pushRole
    self.feedRole = feedRole
  }

  /// The whole migration. It changes none of the users' tables.
  package var sql: String {
    let checks = SetupChecks(setup: self)
    let parts =
      [Self.warningSQL, "BEGIN;", Self.limitsSQL, checks.tablesSQL, SetupChecks.problemsSQL]
      + [Self.tablesSQL] + PushFunctions.all + [Self.publicationSQL(publication, of: tables) + ";"]
      + [grantsSQL, SetupChecks.rightsSQL, "COMMIT;"]
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static let warningSQL = """
    DO $$
    BEGIN
      IF current_setting('max_slot_wal_keep_size') = '-1' THEN
        RAISE WARNING 'max_slot_wal_keep_size is -1: an absent machine can fill the disk';
      END IF;
    END $$;
    """

  private static let limitsSQL = """
    -- The limits of time of a hosted server are shorter than the checks of many tables.
    DO $$
    BEGIN
      PERFORM set_config(name, '0', true) FROM pg_settings
      WHERE name IN ('statement_timeout', 'transaction_timeout');
    END $$;
    """

  private static let tablesSQL = """
    CREATE SCHEMA stategraph;

    -- The identity of this database. A restored copy needs a new one.
    CREATE TABLE stategraph.server (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      schema_version integer NOT NULL DEFAULT 0
    );
    INSERT INTO stategraph.server DEFAULT VALUES;

    -- One row for each file: the number and the id of its last decided transaction.
    CREATE TABLE stategraph.clients (
      id uuid PRIMARY KEY,
      role name NOT NULL,
      seq bigint NOT NULL DEFAULT 0 CHECK (seq >= 0),
      tx uuid
    );

    -- The decided transactions of the last 30 days.
    CREATE TABLE stategraph.pushed (
      client uuid NOT NULL,
      seq bigint NOT NULL,
      tx uuid NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (client, seq)
    );
    CREATE INDEX ON stategraph.pushed USING brin (at);

    CREATE TABLE stategraph.refusals (
      client uuid NOT NULL,
      seq bigint NOT NULL,
      tx uuid NOT NULL,
      state text NOT NULL,
      message text NOT NULL,
      constraint_name text,
      table_name text,
      column_name text,
      PRIMARY KEY (client, seq)
    );
    """

  /// The statement that creates the publication.
  package static func publicationSQL(_ publication: ServerName, of tables: [Table]) -> String {
    let published = tables.map { table in
      let columns = table.columns.map(\.quoted).joined(separator: ", ")
      return "  " + table.table.quoted + (columns.isEmpty ? "" : " (\(columns))")
    }
    // Files need the numbers of the clients, and not their roles.
    let own = ["  stategraph.clients (id, seq, tx)", "  stategraph.refusals"]
    return "CREATE PUBLICATION \(publication.quoted) FOR TABLE\n"
      + (published + own).joined(separator: ",\n")
      // A partitioned table is published under its own name, and not under those of its partitions.
      + "\n  WITH (publish_via_partition_root = true)"
  }

  private var grantsSQL: String {
    let (push, feed) = (pushRole.quoted, feedRole.quoted)
    var lines = [
      "-- The role that reads changes also needs the attribute REPLICATION, which only a superuser",
      "-- or the provider of the server can give: ALTER ROLE … REPLICATION",
      "REVOKE ALL ON SCHEMA stategraph FROM PUBLIC;",
      "GRANT USAGE ON SCHEMA stategraph TO \(push), \(feed);",
      "GRANT SELECT ON ALL TABLES IN SCHEMA stategraph TO \(push), \(feed);",
      "REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA stategraph FROM PUBLIC;",
      "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA stategraph TO \(push);",
    ]
    for schema in Set(tables.map(\.table.schema.quoted)).sorted() {
      lines.append("GRANT USAGE ON SCHEMA \(schema) TO \(push), \(feed);")
    }
    for table in tables.map(\.table.quoted) {
      lines.append("GRANT SELECT, INSERT, UPDATE, DELETE ON \(table) TO \(push);")
      lines.append("GRANT SELECT ON \(table) TO \(feed);")
    }
    return lines.joined(separator: "\n")
  }
}

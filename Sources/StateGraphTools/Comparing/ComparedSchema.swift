import StateGraphFormats
package import StateGraphSQLite

/// A schema that ``SchemaDiff`` compares with another. It is read from a database, a folder of
/// migrations or an SQL file.
package struct ComparedSchema {
  /// A table, index, trigger or view of the schema, with the SQL that created it.
  struct Entry {
    let kind: String
    let name: String
    /// The name of the table that has this index or trigger. For a table or a view, its own name.
    let table: String
    let sql: String

    var label: String { "\(kind) \(printable(name))" }
    var quotedName: String { Identifier(name).quoted }

    func isSame(as other: Entry) -> Bool { kind == other.kind && name.isSameName(as: other.name) }
  }

  /// The objects in the order of their creation. The objects of SQLite and of this library are left
  /// out.
  let entries: [Entry]
  let tables: [TableSchema]

  /// Reads the schema of the database file at `path`.
  ///
  /// - Throws: `InspectionError` with the code `.databaseMissing` if there is no file;
  ///   `DatabaseError` if it cannot be read.
  package init(database path: String) throws {
    self = try ReadSession(path: path).read { try ComparedSchema($0) }
  }

  /// Applies migrations to an empty database in memory, and reads the resulting schema.
  package init(migrations: [Migration]) throws(DatabaseError) {
    let migrator = try Migrator(inMemory: migrations)
    _ = try migrator.migrate()
    try self.init(migrator.connection)
  }

  /// Runs the statements of an SQL text in an empty database in memory, and reads the resulting
  /// schema.
  package init(script: String) throws(DatabaseError) {
    let connection = try WriterConnection.open(.memory, mode: .dryRun)
    try connection.copyingSchema { () throws(DatabaseError) in
      try connection.runScript(script) { _ in }
    }
    try self.init(connection)
  }

  init(_ connection: Connection) throws(DatabaseError) {
    let rows = try connection.rows(
      """
      SELECT s.type, s.name, s.tbl_name, s.sql FROM main.sqlite_schema AS s
      LEFT JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = s.tbl_name COLLATE NOCASE
      WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND coalesce(l.type, '') <> 'shadow'
      ORDER BY s.rowid
      """
    )
    entries = rows.compactMap { row in
      guard case .text(let kind) = row[0], case .text(let name) = row[1],
        case .text(let table) = row[2], case .text(let sql) = row[3], !LibraryTable.contains(table)
      else { return nil }
      return Entry(kind: kind, name: name, table: table, sql: sql)
    }
    tables = try SchemaReader(connection).tables()
  }

  func entry(like other: Entry) -> Entry? { entries.first { $0.isSame(as: other) } }

  /// Returns whether an entry of this schema and one of `schema` create the same object.
  func has(_ entry: Entry, sameAs other: Entry, of schema: ComparedSchema) -> Bool {
    SQLText.isSame(entry.sql, as: other.sql, in: tables, and: schema.tables)
  }

  func table(_ name: String) -> TableSchema? { tables.first { $0.name.isSameName(as: name) } }
}

import Glibc
import StateGraphFormats
package import StateGraphSQLite

/// What a database file holds, as of one commit.
package struct DatabaseSummary: Sendable {
  package let path: String
  package let fileBytes: Int64
  /// Of the log beside the file; nil where there is none.
  package let logBytes: Int64?
  package let pageBytes: Int64
  package let pageCount: Int64
  /// Pages that hold nothing and are used again before the file grows.
  package let freePageCount: Int64
  /// `wal` or `delete`, as the file's header has it.
  package let journalMode: String
  package let userVersion: Int64
  package let applicationID: Int64
  package let migrations: [MigrationTable.Applied]
  /// Where the tables are not what the migrations make them; nil where there was nothing to compare
  /// with.
  package let drift: [String]?
  package let tables: [Table]

  package struct Table: Sendable {
    package let schema: TableSchema
    /// Nil where nobody wanted it counted.
    package let rowCount: Int64?
    /// Of the table without its indexes; nil where SQLite was built without what tells it.
    package let bytes: Int64?
    /// The indexes that somebody created; the ones behind keys are told by the keys.
    package let indexes: [Index]
  }

  package struct Index: Sendable {
    package let schema: IndexSchema
    package let bytes: Int64?
  }

  /// - Parameters: - migrations: To compare with. - countsRows: Whether all rows are counted and
  ///   all pages are measured, which reads the whole file.
  /// - Throws: ``LookingError``; `DatabaseError` for what SQLite or the file is to blame for.
  package init(path: String, migrations: MigrationSource?, countsRows: Bool) throws {
    let known = try migrations?.load()
    self = try ReadSession(path: path).read { connection in
      try DatabaseSummary(path, connection, known, countsRows: countsRows)
    }
  }

  private init(
    _ path: String,
    _ connection: Connection,
    _ known: [Migration]?,
    countsRows: Bool
  ) throws {
    func integer(_ sql: SQL) throws(DatabaseError) -> Int64 {
      guard case .integer(let value) = try connection.firstValue(sql) else { return 0 }
      return value
    }
    self.path = path
    fileBytes = Self.size(path) ?? 0
    logBytes = Self.size(path + "-wal")
    pageBytes = try integer("PRAGMA page_size")
    pageCount = try integer("PRAGMA page_count")
    freePageCount = try integer("PRAGMA freelist_count")
    userVersion = try integer("PRAGMA user_version")
    applicationID = try integer("PRAGMA application_id")
    journalMode = try DatabaseLocation(path: path).isInWALMode ? "wal" : "delete"
    let applied = try MigrationTable.applied(on: connection)
    self.migrations = applied
    let file = try SchemaReader(connection).file()
    drift = try known.map { known in
      let versions = Set(applied.map(\.version))
      let expected = applied.isEmpty ? known : known.filter { versions.contains($0.version) }
      return try SchemaDrift.between(expected: expected, file: file)
    }
    let sizes = countsRows ? try Self.sizes(on: connection) : nil
    tables = try file.tables.map { schema in
      Table(
        schema: schema,
        rowCount: countsRows
          ? try integer("SELECT count(*) FROM main.\(table: schema.name)") : nil,
        bytes: sizes.map { $0[ExactName(schema.name)] ?? 0 },
        indexes: schema.indexes.filter { !$0.isImplicit }.map { index in
          Index(schema: index, bytes: sizes.map { $0[ExactName(index.name)] ?? 0 })
        }
      )
    }
  }

  private static func size(_ path: String) -> Int64? {
    var information = stat()
    return stat(path, &information) == 0 ? Int64(information.st_size) : nil
  }

  /// The bytes of the pages of each table and index, or nil where SQLite has no `dbstat`.
  private static func sizes(
    on connection: Connection
  ) throws(DatabaseError) -> [ExactName: Int64]? {
    let hasStatistics = try connection.firstValue(
      "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'"
    )
    guard hasStatistics != nil else { return nil }
    var sizes: [ExactName: Int64] = [:]
    for row in try connection.rows("SELECT name, pgsize FROM dbstat WHERE aggregate = 1") {
      guard case .text(let name) = row[0], case .integer(let bytes) = row[1] else { continue }
      sizes[ExactName(name)] = bytes
    }
    return sizes
  }
}

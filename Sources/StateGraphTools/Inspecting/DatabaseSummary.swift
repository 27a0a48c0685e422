import Glibc
import StateGraphFormats
package import StateGraphSQLite

/// The schema, the sizes and the migrations of a database file, read in one transaction. The
/// command `inspect` prints it.
package struct DatabaseSummary: Sendable {
  package let path: String
  package let fileBytes: Int64
  /// The size of the write-ahead log file in bytes, or nil if there is no such file.
  package let logBytes: Int64?
  package let pageBytes: Int64
  package let pageCount: Int64
  /// The number of unused pages in the file. SQLite reuses these pages before the file grows.
  package let freePageCount: Int64
  /// The journal mode from the header of the file: `wal` for a write-ahead log, otherwise `delete`.
  package let journalMode: String
  package let userVersion: Int64
  package let applicationID: Int64
  package let migrations: [MigrationTable.Applied]
  /// The differences between the schema of the file and the schema that the migrations make, or nil
  /// if the caller passed no migrations.
  package let drift: [String]?
  package let tables: [Table]
  /// The tables whose rows cannot be counted without the program that made the file, each with the
  /// reason.
  package let uncounted: [String]
  /// The views and virtual tables that SQLite cannot read, with its reasons.
  package let unreadable: [SchemaReader.Unreadable]

  package struct Table: Sendable {
    package let schema: TableSchema
    /// The number of rows in the table, or nil if the caller did not ask for counts, or if SQLite
    /// cannot count them.
    package let rowCount: Int64?
    /// The size of the table in bytes, without its indexes, or nil if the caller did not ask for
    /// counts, or if SQLite was built without `dbstat` (<https://sqlite.org/dbstat.html>).
    package let bytes: Int64?
    /// The indexes that CREATE INDEX statements made. The automatic indexes of keys are left out.
    package let indexes: [Index]
  }

  package struct Index: Sendable {
    package let schema: IndexSchema
    package let bytes: Int64?
  }

  /// Reads the summary of the database file at `path`.
  ///
  /// - Parameters:
  ///   - names: The names of the tables and views to describe. Empty for all tables.
  ///   - migrations: The migrations with which the schema is compared, or nil for no comparison.
  ///   - countsRows: Whether to count the rows and measure the tables. If true, the whole file is
  ///     read.
  /// - Throws: ``InspectionError`` if there is no database, or no table of a name; `DatabaseError`
  ///   for an error of SQLite or of the file.
  package init(
    path: String,
    tables names: [String] = [],
    migrations: MigrationSource?,
    countsRows: Bool
  ) throws {
    let known = try migrations?.load()
    self = try ReadSession(path: path).read { connection in
      try DatabaseSummary(path, on: connection, tables: names, known: known, countsRows: countsRows)
    }
  }

  private init(
    _ path: String,
    on connection: Connection,
    tables names: [String],
    known: [Migration]?,
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
      let expected = MigrationDrift.expected(of: known, applied: applied)
      return try MigrationDrift.between(expected: expected, file: file)
    }
    let unreadable = try SchemaReader(connection).unreadable().filter { object in
      names.isEmpty || names.contains { $0.isSameName(as: object.name) }
    }
    self.unreadable = unreadable
    let readable = names.filter { name in !unreadable.contains { $0.name.isSameName(as: name) } }
    let described =
      names.isEmpty
      ? file.tables : try Self.tables(readable, tables: file.tables, on: connection)
    var counts: [Int: Int64] = [:]
    var uncounted: [String] = []
    for (index, table) in described.enumerated() where countsRows {
      do throws(DatabaseError) {
        counts[index] = try integer("SELECT count(*) FROM main.\(table: table.name)")
      } catch {
        guard error.code == .missingExtension else { throw error }
        uncounted.append("\(printable(table.name)): \(error.clause)")
      }
    }
    self.uncounted = uncounted
    let sizes = countsRows ? try Self.sizes(on: connection) : nil
    tables = described.enumerated().map { number, schema in
      Table(
        schema: schema,
        rowCount: counts[number],
        bytes: sizes.flatMap { $0[ExactName(schema.name)] },
        indexes: schema.indexes.filter { !$0.isImplicit }.map { index in
          Index(schema: index, bytes: sizes.map { $0[ExactName(index.name)] ?? 0 })
        }
      )
    }
  }

  /// Returns the tables and views with these names.
  private static func tables(
    _ names: [String],
    tables: [TableSchema],
    on connection: Connection
  ) throws -> [TableSchema] {
    let reader = SchemaReader(connection)
    let lookup = TableLookup(try tables + reader.virtualTables() + reader.views())
    return try names.map { try lookup.table($0) }
  }

  private static func size(_ path: String) -> Int64? {
    var information = stat()
    return stat(path, &information) == 0 ? Int64(information.st_size) : nil
  }

  /// Returns the size in bytes of each table and index, by its name. Returns nil if SQLite was
  /// built without `dbstat`, which measures the sizes.
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

import Glibc
import StateGraphSQLite

/// What `inspect` shows of a file, read through a read-only connection.
struct DatabaseSummary {
  struct Table {
    let schema: TableSchema
    let rowCount: Int64
    let indexes: [Index]
  }

  struct Index {
    let name: String
    let isUnique: Bool
    let columns: [String]
  }

  let path: String
  let fileBytes: Int64
  let pageBytes: Int64
  let applicationID: Int64
  let migrations: [MigrationTable.Applied]
  let tables: [Table]

  init(path: String) throws {
    let location = try DatabaseLocation(path: path)
    guard try location.hasContent() else {
      throw CommandFailure(
        "there is no database at \(path). Check the path.",
        exitCode: ExitStatus.noInput
      )
    }
    var information = stat()
    _ = stat(path, &information)
    let connection = try Connection.open(location, mode: .inspector)
    self.path = path
    fileBytes = Int64(information.st_size)
    pageBytes = try Self.integer("PRAGMA page_size", on: connection)
    applicationID = try Self.integer("PRAGMA application_id", on: connection)
    migrations = try MigrationTable.applied(on: connection)
    tables = try SchemaReader(connection).tables().map { schema in
      Table(
        schema: schema,
        rowCount: try Self.integer("SELECT count(*) FROM \(table: schema.name)", on: connection),
        indexes: try Self.indexes(of: schema.name, on: connection)
      )
    }
  }

  private static func integer(_ sql: SQL, on connection: Connection) throws -> Int64 {
    guard case .integer(let value) = try connection.firstValue(sql) else { return 0 }
    return value
  }

  /// The indexes that somebody created; the ones behind keys are told by the keys.
  private static func indexes(of table: String, on connection: Connection) throws -> [Index] {
    let rows = try connection.rows(
      """
      SELECT i.name, i."unique", c.name FROM pragma_index_list(\(table)) AS i
      JOIN pragma_index_info(i.name) AS c WHERE i.origin = 'c' ORDER BY i.name, c.seqno
      """
    )
    var indexes: [Index] = []
    for row in rows {
      guard case .text(let name) = row[0] else { continue }
      var column = "(expression)"
      if case .text(let text) = row[2] { column = text }
      if let last = indexes.last, last.name == name {
        indexes[indexes.count - 1] = Index(
          name: name,
          isUnique: last.isUnique,
          columns: last.columns + [column]
        )
      } else {
        indexes.append(Index(name: name, isUnique: row[1] == .integer(1), columns: [column]))
      }
    }
    return indexes
  }
}

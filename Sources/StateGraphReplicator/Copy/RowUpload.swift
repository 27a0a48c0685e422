#if PostgreSQL
package import StateGraphReplication
import StateGraphRows
package import StateGraphSQLite

/// Sends the rows of a file to a server that lacks them, before the file becomes a replica.
///
/// All rows are one transaction of the server. The server keeps its own rows with the same keys.
package struct RowUpload {
  private let tables: [TableSchema]
  private let database: Database

  package init(_ tables: [TableSchema], in database: Database) {
    (self.tables, self.database) = (tables, database)
  }

  /// - Throws: `.schemaMismatch`, `.outOfRange`, or the server's error. Nothing is sent then.
  package func run(to server: ConnectionParameters) async throws {
    let worker = try UploadWorker()
    try await worker.run(tables, in: database, to: server)
  }
}

/// The thread of an upload, whose reads and network block.
private actor UploadWorker {
  private let thread: ConnectionThread

  init() throws(ReplicationError) { thread = try ConnectionThread() }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  func run(
    _ tables: [TableSchema],
    in database: Database,
    to server: ConnectionParameters
  ) throws {
    let connection = try PostgreSQLConnection(server, isReplicating: false, wakeup: Wakeup())
    let catalog = ServerCatalog(connection: connection)
    let schema = try ReplicatedSchema(tables, fileVersion: 0) { table throws(ReplicationError) in
      try catalog.columns(of: table)
    }
    try connection.execute("BEGIN")
    for mapping in schema.parentsFirst {
      let names = mapping.columns.map(\.name.quoted)
      let places = mapping.columns.enumerated().map { "$\($0 + 1)::\($1.conversion.type.name)" }
      let key = mapping.key.map { mapping.columns[$0].name.quoted }
      let sql = """
        INSERT INTO \(mapping.server.quoted) (\(names.joined(separator: ", ")))
        VALUES (\(places.joined(separator: ", ")))
        ON CONFLICT (\(key.joined(separator: ", "))) DO NOTHING
        """
      try ReplicaContents(database).forEachRow(of: mapping.name.string) { image in
        let texts = try mapping.columns.map { column in
          try column.conversion.serverText(image[column.index])
            .map { String(decoding: $0, as: UTF8.self) }
        }
        try connection.query(sql, texts)
      }
    }
    try connection.execute("COMMIT")
  }
}
#endif

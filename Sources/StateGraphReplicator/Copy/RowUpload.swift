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
    let schema = try readSchema(of: tables, on: server)
    let connection = try PostgreSQLConnection(
      server,
      isReplicating: false,
      writesRows: true,
      wakeup: Wakeup()
    )
    try connection.execute("BEGIN; SET CONSTRAINTS ALL DEFERRED")
    for mapping in schema.parentsFirst {
      let upload = TableUpload(mapping)
      try connection.execute(upload.creation)
      try ReplicaContents(database).forEachRow(of: mapping.name.string) { image in
        try connection.query(upload.insertion, parameters: try upload.texts(of: image))
      }
      try connection.execute(upload.transfer, until: nil)
    }
    try connection.execute("COMMIT", until: nil)
  }

  private func readSchema(
    of tables: [TableSchema],
    on server: ConnectionParameters
  ) throws -> ReplicatedSchema {
    let catalog = ServerCatalog(
      connection: try PostgreSQLConnection(server, isReplicating: false, wakeup: Wakeup())
    )
    return try ReplicatedSchema(tables, fileVersion: 0) { table throws(ReplicationError) in
      try catalog.columns(of: table)
    }
  }
}

/// The statements that send the rows of one table.
///
/// The rows first go to a temporary table, and from there in one statement to their own. The server
/// checks foreign keys at the end of a statement, so that rows which refer to each other need no
/// order.
private struct TableUpload {
  let creation: String
  let insertion: String
  let transfer: String
  private let columns: [TableMapping.Column]

  init(_ mapping: TableMapping) {
    columns = mapping.columns
    let table = mapping.server.quoted
    let names = columns.map(\.name.quoted).joined(separator: ", ")
    let places = columns.enumerated().map { "$\($0 + 1)::\($1.conversion.server.sqlName)" }
    let key = mapping.key.map { mapping.columns[$0].name.quoted }.joined(separator: ", ")
    creation = """
      CREATE TEMPORARY TABLE stategraph_rows AS SELECT \(names) FROM \(table) WITH NO DATA
      """
    insertion =
      "INSERT INTO pg_temp.stategraph_rows VALUES (\(places.joined(separator: ", ")))"
    transfer = """
      INSERT INTO \(table) (\(names)) SELECT \(names) FROM pg_temp.stategraph_rows
      ON CONFLICT (\(key)) DO NOTHING;
      DROP TABLE pg_temp.stategraph_rows
      """
  }

  func texts(of image: RowImage) throws(ReplicationError) -> [String?] {
    try columns.map { column throws(ReplicationError) in
      try column.conversion.serverText(image[column.index])
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
#endif

/// What a replicated file knows about itself and its server.
package struct Replica: Sendable {
  /// The identifier of the server's database.
  package var server: [UInt8]
  /// The identifier of this file at the server.
  package var client: [UInt8]
  /// The names of the replicated tables.
  package var tables: [String]
  /// The position of the server whose state the file has, below the pending writes.
  package var position: ServerPosition
  /// The newest transaction that the file has received from the server since the last comparison.
  /// The replicator gives it a form. Empty if there is none.
  package var newest: [UInt8] = []
  /// The sequence number of the last local transaction that the server has decided.
  package internal(set) var decided: Int64 = 0
  /// The version of the schema at the server.
  package var schema: Int64
  /// The number of migrations since the last comparison with the server.
  ///
  /// A comparison answers only the migrations that were committed before it has read the schema.
  package internal(set) var uncomparedMigrations: Int64 = 0
  package var report = ReplicaReport()

  package init(
    server: [UInt8],
    client: [UInt8],
    tables: [String],
    position: ServerPosition = ServerPosition(0),
    schema: Int64 = 0
  ) {
    self.server = server
    self.client = client
    self.tables = tables
    self.position = position
    self.schema = schema
  }

  /// Whether a migration has changed the file, so that it must be compared with the server.
  package var mustReconcile: Bool {
    get { uncomparedMigrations > 0 }
    set { uncomparedMigrations = newValue ? max(1, uncomparedMigrations) : 0 }
  }
}

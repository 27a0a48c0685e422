/// A replicated file and its replicated tables, as of one version of its schema.
package struct ReplicaSchema: Sendable {
  package let replica: Replica
  /// The replicated tables. A table that the file no longer has is left out.
  package let tables: [TableSchema]
  /// SQLite's number of the schema, which each change of the schema increases.
  package let version: Int64

  /// Call this inside a transaction, so that all parts are of one commit.
  init(on connection: Connection) throws(DatabaseError) {
    let replica = try ReplicaTable.read(on: connection)
    let reader = SchemaReader(connection)
    var tables: [TableSchema] = []
    for name in replica.tables {
      if let table = try reader.table(name) { tables.append(table) }
    }
    (self.replica, self.tables) = (replica, tables)
    version = try ReplicaSchema.version(on: connection)
  }

  static func version(on connection: Connection) throws(DatabaseError) -> Int64 {
    guard case .integer(let version) = try connection.firstValue("PRAGMA main.schema_version")
    else { throw ReplicaError.damagedReplica }
    return version
  }
}

/// The schema of a file has changed since the replicator has read it, so that nothing was done.
package struct ReplicaSchemaChanged: Error {
  package init() {}
}

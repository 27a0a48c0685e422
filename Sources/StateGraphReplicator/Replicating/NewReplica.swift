import StateGraphReplication
package import StateGraphSQLite

/// A file that becomes a replica.
package struct NewReplica {
  /// The tables that will be replicated.
  package let tables: [TableSchema]
  private let database: Database

  /// - Parameters:
  ///   - database: The database of the file.
  ///   - names: The names of the tables to replicate. Empty for all tables that can be replicated.
  /// - Throws: `.misuse` if a named table does not exist or cannot be replicated, and if there is
  ///   no table. `.schemaMismatch` if a trigger of the file writes one. ``ReplicationError`` with
  ///   the code `.invalidName` if a name is too long for the server, which would cut it.
  package init(_ database: Database, tables names: [String]) throws {
    self.database = database
    tables = try ReplicaContents(database).replicableTables(named: names)
    for table in tables {
      for name in [table.name] + table.columns.map(\.name) { _ = try ServerName(name) }
    }
    guard !tables.isEmpty else {
      throw DatabaseError(
        .misuse,
        "The file has no table that can be replicated.",
        remedy: "A replicated table needs a primary key that SQLite does not number by itself."
      )
    }
  }

  /// Returns the number of rows of the tables. The first comparison removes those that the server
  /// does not have.
  package func rowCount() throws -> Int64 { try ReplicaContents(database).rowCount(of: tables) }

  /// Makes the file a replica, with a new identity.
  ///
  /// - Throws: `.misuse` inside a write, for a database in memory, and for a file that is a replica
  ///   already.
  package func create() throws {
    try StoredReplica(database).create(
      Replica(
        server: [],
        client: (0..<16).map { _ in UInt8.random(in: .min ... .max) },
        tables: tables.map(\.name)
      )
    )
  }
}

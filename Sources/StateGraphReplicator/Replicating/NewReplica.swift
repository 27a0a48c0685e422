package import StateGraphReplication
package import StateGraphSQLite

/// A file that becomes a replica.
package struct NewReplica {
  /// The tables that will be replicated.
  package let tables: [TableSchema]
  /// The tables that are left out, because SQLite numbers their rows. Empty if the tables are
  /// named.
  package let leftOut: [String]
  private let database: Database

  /// - Parameters:
  ///   - database: The database of the file.
  ///   - names: The names of the tables to replicate, or none for all that can be replicated.
  /// - Throws: `.misuse` if a named table does not exist or cannot be replicated, and if there is
  ///   no table. `.schemaMismatch` if a trigger of the file writes one. ``ReplicationError`` with
  ///   the code `.invalidName` if a name is too long for the server, which would cut it.
  package init(_ database: Database, tables names: [String]) throws {
    self.database = database
    tables = try ReplicaContents(database).replicableTables(named: names)
    leftOut = names.isEmpty ? try ReplicaContents(database).numberedTables() : []
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

  /// The tables with their columns, for the SQL that prepares the server.
  package func setupTables() throws(ReplicationError) -> [ServerSetup.Table] {
    try tables.map { table throws(ReplicationError) in
      let columns = table.columns.filter { $0.generation == .none }
      return ServerSetup.Table(
        try ServerTable(name: table.name),
        fileColumns: try columns.map { column throws(ReplicationError) in
          ServerSetup.FileColumn(try ServerName(column.name), type: FileType(of: column))
        }
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

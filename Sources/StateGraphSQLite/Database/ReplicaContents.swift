/// The rows of a file that replication concerns: those that can be replicated, and the local writes
/// that the server has not applied.
package struct ReplicaContents: Sendable {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// Returns the tables of the file that can be replicated.
  ///
  /// - Parameter names: The names of the wanted tables. Empty for all tables with a primary key.
  /// - Throws: `.misuse` if a wanted table does not exist or cannot be replicated.
  ///   `.schemaMismatch` if a trigger of a returned table writes one.
  package func replicableTables(named names: [String]) throws -> [TableSchema] {
    try database.withReader { connection in
      let tables = try replicableTables(named: names, on: connection)
      try ReplicaTriggers.requireNoWrites(to: tables, on: connection)
      return tables
    }
  }

  private func replicableTables(
    named names: [String],
    on connection: Connection
  ) throws -> [TableSchema] {
    let all = try SchemaReader(connection).tables()
    let replicable = all.filter {
      !$0.isVirtual && !$0.primaryKey.isEmpty && !$0.hasRowIDAsKey
        && !LibraryTable.contains($0.name)
    }
    guard !names.isEmpty else { return replicable }
    return try names.map { name in
      if let table = all.first(where: { $0.name.isSameName(as: name) && $0.hasRowIDAsKey }) {
        throw ReplicaError.replicaOfNumberedTable(table)
      }
      guard let table = replicable.first(where: { $0.name.isSameName(as: name) }) else {
        throw ReplicaError.replicaOfUnknownTable(name)
      }
      return table
    }
  }

  /// Returns the names of the tables that cannot be replicated, because SQLite numbers their rows.
  package func numberedTables() throws -> [String] {
    try database.withReader { connection in
      try SchemaReader(connection).tables().filter {
        $0.hasRowIDAsKey && !$0.isVirtual && !LibraryTable.contains($0.name)
      }
      .map(\.name)
    }
  }

  /// Returns the number of rows of all these tables.
  package func rowCount(of tables: [TableSchema]) throws -> Int64 {
    try tables.reduce(0) { sum, table in
      let value = try database.rows("SELECT count(*) FROM main.\(table: table.name)").first?[0]
      guard case .integer(let count) = value else { return sum }
      return sum + count
    }
  }

  /// Calls `body` with each row of a table, with its declared columns in order.
  package func forEachRow(of table: String, _ body: (RowImage) throws -> Void) throws {
    guard let schema = try database.table(table) else { return }
    try database.withReader { connection in
      let statement = try connection.prepare(
        "SELECT \(columns: schema.columns.map(\.name)) FROM main.\(table: table)"
      )
      defer { statement.reset() }
      while try statement.step() { try body(statement.image(schema.columns.count)) }
    }
  }

  /// Returns the pending transactions that do not fit the server's state, with the reasons.
  package func setAsideWrites() throws -> [(sequence: Int64, reason: String)] {
    try database.withReader { try SetAsideTable.all(on: $0) }
  }

  /// Returns the changes of a write that the server has refused. Empty if there is no such write.
  ///
  /// - Throws: `.corrupt` if the stored changes are damaged.
  package func refusedChanges(of sequence: Int64) throws -> [RefusedChange] {
    try database.withReader { connection in
      var columns: [ByteText: [String]] = [:]
      var changes: [RefusedChange] = []
      try RefusedTransactions(connection: connection).forEachChange(of: sequence) { change in
        if columns[change.table] == nil {
          let table = try SchemaReader(connection).table(change.table.string)
          columns[change.table] = table?.columns.map(\.name) ?? []
        }
        changes.append(RefusedChange(change, columns: columns[change.table] ?? []))
      }
      return changes
    }
  }

  /// Returns the local transactions that the server has refused.
  package func refusedWrites() throws -> [(sequence: Int64, reason: RefusalReason)] {
    try database.withReader { try RefusedTransactions(connection: $0).all() }
  }
}

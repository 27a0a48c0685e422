/// A database file as a replica of a server.
package struct StoredReplica: Sendable {
  /// The name of the lock that the replicator of a file holds. See ``NamedLock``.
  package static let replicatorLock = "stategraph replicator"

  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// Makes the file a replica. Each later commit is logged.
  ///
  /// Versions of this library that do not know replicas refuse the file afterwards.
  ///
  /// - Throws: `.misuse` inside a write, for a database in memory, for a file that is a replica
  ///   already, and for a table that cannot be replicated. `.schemaMismatch` if a trigger of a
  ///   replicated table writes one.
  package func create(_ replica: Replica) throws {
    guard database.location != .memory else { throw ReplicaError.replicaWithoutLog }
    try database.write {
      let writer = try outermostWriter()
      for name in [LibraryTable.replica, LibraryTable.chunks] + RebaseTables.names {
        let found = try writer.firstValue(
          "SELECT 1 FROM main.sqlite_schema WHERE name = \(name) COLLATE NOCASE"
        )
        if found != nil { throw ReplicaError.alreadyReplica }
      }
      var tables: [TableSchema] = []
      for name in replica.tables {
        guard let table = try SchemaReader(writer).table(name), table.name.hasSameBytes(as: name),
          !table.isVirtual, !table.primaryKey.isEmpty, !LibraryTable.contains(name)
        else { throw ReplicaError.replicaOfUnknownTable(name) }
        tables.append(table)
      }
      try ReplicaTriggers.requireNoWrites(to: tables, on: writer)
      try writer.commitLogWriter.replicationWillChange(on: writer)
      try ReplicaTable.create(replica, on: writer)
      try ChunkTable.create(on: writer)
      try RebaseTables.create(on: writer)
      try Outbox.create(on: writer)
      try writer.commitLogWriter.replicationDidChange(on: writer)
    }
  }

  /// Makes the file an ordinary one again. Its rows stay.
  ///
  /// - Parameter discardsPending: Whether pending transactions are discarded. Their rows stay in
  ///   the file, but the server never receives them.
  /// - Throws: `.misuse` inside a write, if the file is not a replica, and if a transaction is
  ///   pending and `discardsPending` is false.
  package func remove(discardsPending: Bool) throws {
    try database.write {
      let writer = try outermostWriter()
      // A damaged outbox must not keep a file that gives its pending transactions up.
      let outbox = try OutboxReader(writer)
      guard try discardsPending || outbox.first() == nil else {
        throw ReplicaError.undecidedTransactions
      }
      try writer.commitLogWriter.replicationWillChange(on: writer)
      try ReplicaTable.drop(on: writer)
      try writer.run("DROP TABLE main.\(table: ChunkTable.name)")
      try RebaseTables.drop(on: writer)
      try Outbox.remove(on: writer)
      try writer.commitLogWriter.replicationDidChange(on: writer)
    }
  }

  /// Runs a write of the replicator as one transaction, which has the server as its origin.
  ///
  /// The write adds nothing to the outbox. Entities and live queries follow it as any other write.
  ///
  /// - Parameters:
  ///   - position: The position of the server whose state the file has afterwards.
  ///   - body: Changes the rows.
  /// - Throws: `.misuse` inside another write, and if the file is not a replica. Also the errors of
  ///   ``Database/write(fileID:line:_:)-(()->Result)``.
  @discardableResult
  package func write<Result>(
    at position: ServerPosition,
    _ body: (ReplicaWrite) throws -> Result
  ) throws -> Result {
    try database.write {
      let writer = try outermostWriter()
      let outbox = writer.commitLogWriter.outbox
      guard outbox.isReplicated else { throw ReplicaError.noReplica }
      outbox.setOrigin(.server(position), on: writer)
      let open = ReplicaWrite(writer)
      try open.update { $0.position = position }
      return try body(open)
    }
  }

  /// Returns what the file knows about itself as a replica. Nil if it is none.
  package func read() throws -> Replica? {
    try database.withReader {
      guard try ReplicaTable.exists(on: $0) else { return nil }
      return try ReplicaTable.read(on: $0)
    }
  }

  /// Returns what a user of the file wants to know. Nil if the file is not a replica.
  ///
  /// - Throws: `.corrupt` or `.schemaTooNew` if the tables of the replica are damaged or newer.
  package func readState() throws -> ReplicaState? {
    try readTransaction {
      guard try ReplicaTable.exists(on: $0) else { return nil }
      return try ReplicaState(on: $0)
    }
  }

  /// Stores what the replicator reports about itself. Writes nothing if the report stays the same.
  /// Does nothing if the file is not a replica.
  ///
  /// - Parameter change: Returns the new report for the stored one. May be called twice.
  package func report(_ change: (ReplicaReport) -> ReplicaReport) throws {
    guard let known = try read()?.report, change(known) != known else { return }
    try database.write {
      let writer = try outermostWriter()
      guard try ReplicaTable.exists(on: writer) else { return }
      let stored = try ReplicaTable.read(on: writer).report
      try ReplicaTable.setReport(change(stored), on: writer)
    }
  }

  /// Runs `body` as one transaction that the server has to decide, also if it changes no replicated
  /// row. Suspends the task while other threads write.
  ///
  /// - Returns: The result of `body`, and the number of the transaction in the outbox.
  /// - Throws: `.misuse` if the file is not a replica, and if `body` changes the schema. Also the
  ///   errors of ``Database/write(fileID:line:_:)-(()->Result)``.
  package func writeNumbered<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> (result: Result, sequence: Int64) {
    let database = database
    return try await database.write {
      let writer = try StoredReplica(database).outermostWriter()
      let sequence = try writer.commitLogWriter.outbox.requireEntry()
      return (try body(), sequence)
    }
  }

  /// Returns the replicated tables with what the file knows about itself, as of one commit.
  ///
  /// - Throws: `.misuse` if the file is not a replica. `.schemaMismatch` if a trigger of a
  ///   replicated table writes one.
  package func readSchema() throws -> ReplicaSchema {
    try readTransaction { connection in
      guard try ReplicaTable.exists(on: connection) else { throw ReplicaError.noReplica }
      let schema = try ReplicaSchema(on: connection)
      try ReplicaTriggers.requireNoWrites(to: schema.tables, on: connection)
      return schema
    }
  }

  /// Calls `body` with the pending transactions of one commit.
  package func readOutbox<Result>(_ body: (OutboxReader) throws -> Result) throws -> Result {
    try readTransaction { try body(OutboxReader($0)) }
  }

  private func readTransaction<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try database.withReader { connection in
      let isOpen = !connection.isAutocommit
      if !isOpen { try connection.run("BEGIN") }
      defer { if !isOpen { try? connection.run("ROLLBACK") } }
      return try body(connection)
    }
  }

  private func outermostWriter() throws(DatabaseError) -> WriterConnection {
    guard database.transactions.depth == 1 else { throw ReplicaError.nestedServerWrite }
    return try database.writers.requireOpenTransaction(in: database)
  }
}

/// Reads the local transactions that the server has not decided.
///
/// All reads happen on one connection. Call the methods inside one transaction of this connection,
/// so that they see the same commit.
package struct OutboxReader {
  private let connection: Connection
  private let decided: Int64
  private let tables: Set<ByteText>

  /// - Throws: `.misuse` if the file is not a replica. `.corrupt` or `.schemaTooNew` if its tables
  ///   are damaged or newer.
  package init(_ connection: Connection) throws(DatabaseError) {
    guard try ReplicaTable.exists(on: connection) else { throw ReplicaError.noReplica }
    let replica = try ReplicaTable.read(on: connection)
    self.connection = connection
    decided = replica.decided
    tables = Set(replica.tables.map { ByteText($0) })
  }

  /// The version of the file's schema, which each change of the schema increases.
  package func schemaVersion() throws(DatabaseError) -> Int64 {
    try ReplicaSchema.version(on: connection)
  }

  // MARK: Transactions

  /// Returns the first pending transaction whose number is above `seq`, or nil if there is none.
  ///
  /// - Throws: `.corrupt` if the file has lost the transactions before it.
  package func first(after seq: Int64 = 0) throws(DatabaseError) -> PendingTransaction? {
    try find("seq > \(max(seq, decided))", after: seq)
  }

  /// Returns the pending transaction that follows another one, or nil after the last one.
  ///
  /// - Throws: `.corrupt` if the file has lost a transaction between the two.
  package func next(after transaction: PendingTransaction) throws(DatabaseError)
    -> PendingTransaction?
  {
    // The search by `id` does not read the transactions before it again.
    try find("id > \(transaction.logID) AND seq > \(decided)", after: transaction.seq)
  }

  /// Returns the number of the newest local transaction, which may be decided. 0 if there is none.
  package func newestSeq() throws(DatabaseError) -> Int64 {
    try Outbox.newestSeq(on: connection) ?? decided
  }

  private func find(_ condition: SQL, after seq: Int64) throws(DatabaseError)
    -> PendingTransaction?
  {
    let statement = try connection.prepare(
      """
      SELECT id, seq, tx,
        EXISTS (SELECT 1 FROM main.\(table: ChunkTable.name) AS c WHERE c.seq = l.seq)
      FROM main.\(table: Outbox.table) AS l
      WHERE tx IS NOT NULL AND \(condition) ORDER BY id LIMIT 1
      """
    )
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let found = statement.integer(at: 1)
    // Any program may have written the numbers, so the addition must not trap.
    guard found == max(seq, decided) &+ 1 else { throw DatabaseError.damagedOutbox }
    return PendingTransaction(
      seq: found,
      id: try TransactionID(Array(statement.bytes(at: 2))),
      isChunked: statement.integer(at: 3) != 0,
      logID: statement.integer(at: 0)
    )
  }

  // MARK: Changes

  /// Calls `body` with the net change of each row that a pending transaction has changed.
  ///
  /// Each row occurs once, and rows of one table are consecutive. The changes of a large
  /// transaction are not read into memory; a temporary database on disk contains them meanwhile.
  ///
  /// - Throws: `.corrupt` if the outbox is damaged. Also the errors of `body`.
  package func forEachChange(
    of transaction: PendingTransaction,
    _ body: (PendingChange) throws -> Void
  ) throws {
    guard transaction.isChunked else { return try forEachLogged(transaction, body: body) }
    let net = try NetChangeTable()
    try ChunkTable.forEachRow(of: transaction.seq, on: connection) { table, row in
      if tables.contains(table) { try net.add(row, of: table) }
    }
    try net.forEach(body)
  }

  private func forEachLogged(
    _ transaction: PendingTransaction,
    body: (PendingChange) throws -> Void
  ) throws {
    let changeSet = try changeSet(of: transaction)
    for (table, changes) in changeSet.tables.sorted(by: { $0.key < $1.key })
    where tables.contains(table) {
      guard case .rows(let rows) = changes else { throw DatabaseError.damagedOutbox }
      for row in rows { try body(PendingChange(table: table, row: row)) }
    }
  }

  private func changeSet(of transaction: PendingTransaction) throws(DatabaseError) -> ChangeSet {
    let statement = try connection.prepare(
      """
      SELECT changes FROM main.\(table: Outbox.table)
      WHERE id = \(transaction.logID) AND seq = \(transaction.seq)
      """
    )
    defer { statement.reset() }
    guard try statement.step(), let changes = try? ChangeSetDecoder.decode(statement.bytes(at: 0))
    else { throw DatabaseError.damagedOutbox }
    return changes
  }
}

/// What the replicator knows about a replicated file between two batches of the server.
///
/// Only the thread that holds the writer lock of the database may use this object. After an error,
/// the object is discarded and made again from the file.
final class ReplicaMemory {
  let tables: ReplicatedTables
  /// The version of the schema for which `tables` was read.
  let schemaVersion: Int64
  var pending: PendingRows
  /// Whether a pending transaction does not fit the server's state.
  ///
  /// Any change of the server can make such a transaction fit, so that each batch replays it.
  var hasSetAside: Bool

  /// Reads the schema and the outbox. Call this at the beginning of a transaction.
  init(_ replica: Replica, outbox: OutboxReader, on connection: Connection) throws {
    schemaVersion = try ReplicaSchema.version(on: connection)
    tables = try ReplicatedTables(of: replica, on: connection)
    pending = PendingRows()
    hasSetAside = try !SetAsideTable.isEmpty(on: connection)
    try readNewTransactions(after: replica.decided, in: outbox)
  }

  /// Adds the transactions that were committed since the last call.
  func readNewTransactions(after decided: Int64, in outbox: OutboxReader) throws {
    var next = try outbox.first(after: max(pending.newest ?? decided, decided))
    while let transaction = next {
      var footprint = PendingFootprint(sequence: transaction.seq)
      try outbox.forEachChange(of: transaction) { footprint.add($0, in: tables) }
      pending.append(footprint)
      next = try outbox.next(after: transaction)
    }
  }
}

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

/// What a replicated file knows about its server and about its own writes, as of one commit.
package struct ReplicaState: Equatable, Sendable {
  /// A local transaction that the server has refused.
  package struct Refusal: Hashable, Sendable {
    /// The number of the transaction.
    package let sequence: Int64
    package let reason: RefusalReason
  }

  /// The identifier of the server's database, as the replicator has stored it.
  package let server: [UInt8]
  /// The position of the server whose state the file has, below the pending writes.
  package let position: ServerPosition
  /// The number of the last local transaction that the server has decided.
  package let decided: Int64
  /// The number of the newest local transaction.
  package let newest: Int64
  package let report: ReplicaReport
  /// The refused transactions, in the order of their numbers.
  package let refused: [Refusal]

  /// - Throws: `.corrupt` or `.schemaTooNew` if the tables of the replica are damaged or newer.
  init(on connection: Connection) throws(DatabaseError) {
    let replica = try ReplicaTable.read(on: connection)
    (server, position) = (replica.server, replica.position)
    (decided, report) = (replica.decided, replica.report)
    newest = try Outbox.newestSeq(on: connection) ?? replica.decided
    refused = try RefusedTransactions(connection: connection).all().map {
      Refusal(sequence: $0.sequence, reason: $0.reason)
    }
  }
}

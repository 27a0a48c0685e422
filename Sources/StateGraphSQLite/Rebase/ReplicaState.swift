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

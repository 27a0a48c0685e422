/// What the replicator can do in its open write.
package struct ReplicaWrite {
  let writer: WriterConnection

  init(_ writer: WriterConnection) { self.writer = writer }

  /// The connection of the transaction.
  package var connection: Connection { writer }

  /// The pending transactions, as the open transaction sees them.
  package func outbox() throws(DatabaseError) -> OutboxReader { try OutboxReader(writer) }

  package func replica() throws(DatabaseError) -> Replica { try ReplicaTable.read(on: writer) }

  /// Changes what the file knows about itself and its server.
  ///
  /// ``Replica/decided`` and ``Replica/tables`` are set elsewhere, and do not change.
  package func update(_ change: (inout Replica) -> Void) throws(DatabaseError) {
    let before = try replica()
    var replica = before
    change(&replica)
    (replica.decided, replica.tables) = (before.decided, before.tables)
    try ReplicaTable.update(replica, on: writer)
  }

  /// Removes the pending transactions up to `seq` from the outbox, because the server has applied
  /// or refused them.
  ///
  /// - Throws: `.misuse` if the outbox does not contain `seq`, or if a later one is decided.
  package func markDecided(through seq: Int64) throws(DatabaseError) {
    try writer.commitLogWriter.outbox.markDecided(through: seq, on: writer)
  }
}

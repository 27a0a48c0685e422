/// The committed transactions of a server, in commit order.
///
/// A replicator does not know where its feed comes from.
package protocol ChangeFeed: Sendable {
  /// Returns what has arrived since the last call. Suspends until there is something.
  ///
  /// Only one call may wait at a time.
  ///
  /// - Throws: The error that ended the feed, after all transactions before it were returned.
  func next() async throws(ReplicationError) -> FeedBatch

  /// Tells the feed that the file contains everything before `position`, and that the disk has it.
  /// The server may then forget the log before it.
  ///
  /// A position before an earlier one changes nothing.
  func confirm(flushed position: LogPosition)

  /// Ends the feed. A call of ``next()`` that waits throws `.interrupted`.
  func close()
}

/// A part of a ``ChangeFeed``.
package struct FeedBatch: Sendable {
  /// Empty if only the position has moved, because other databases and tables of the server have
  /// written.
  package let transactions: [ServerTransaction]
  /// Everything before this position is in the transactions of this batch and of earlier ones. It
  /// can be stored in the file and then confirmed.
  package let end: LogPosition

  package init(transactions: [ServerTransaction], end: LogPosition) {
    (self.transactions, self.end) = (transactions, end)
  }
}

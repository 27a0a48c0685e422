/// A local transaction in the outbox, which the server has not decided.
package struct PendingTransaction: Hashable, Sendable {
  /// The number of the transaction. The numbers of a file begin with 1 and have no gaps.
  package let seq: Int64
  package let id: TransactionID
  /// Whether the changes are in chunks, because they are too many for the commit log.
  package let isChunked: Bool
  /// The `id` of the transaction's row in the commit log.
  let logID: Int64
}

/// The net change of one row in a pending transaction.
package struct PendingChange: Sendable {
  package let table: ByteText
  /// The key, and the row before and after the transaction.
  ///
  /// The images contain the columns that the table declared at the time of the transaction. Virtual
  /// generated columns may have the value NULL.
  package let row: RowChange
}

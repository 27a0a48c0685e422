/// The receiver of pending transactions.
///
/// For each transaction, in the order of their numbers, `begin` is called once, then `append` for
/// each changed row, then `end`. If a call throws, the transaction counts as not received.
package protocol WriteSink {
  mutating func begin(_ transaction: PendingTransaction) throws
  mutating func append(_ change: PendingChange) throws
  mutating func end(_ transaction: PendingTransaction) throws
}

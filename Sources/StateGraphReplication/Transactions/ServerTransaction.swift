/// A committed transaction of the server.
package struct ServerTransaction: Sendable {
  /// The position of the COMMIT in the server's log.
  package let position: LogPosition
  /// The position after the COMMIT. A file that contains the transaction contains all of the log
  /// before it.
  package let end: LogPosition
  /// The server's number of the transaction.
  package let number: UInt32
  /// The server's time of the COMMIT, in microseconds since the year 2000.
  let time: Int64
  /// The number of changes. A TRUNCATE counts as one.
  package let changeCount: Int

  /// The relations that were known at its begin.
  let decoder: LogicalMessageDecoder
  let contents: TransactionContents

  package var mark: TransactionMark {
    TransactionMark(position: position, end: end, number: number, time: time)
  }

  /// The size of its messages in memory or in a file.
  package var byteCount: Int { contents.byteCount }
  /// The size of its messages in memory.
  var memoryByteCount: Int { contents.memory.count }
  /// Whether its messages are in a temporary file.
  package var isSpooled: Bool { contents.spool != nil }

  /// Reads the changes in their order. Each call begins with the first one.
  package func changes() -> ChangeReader { ChangeReader(contents, decoder) }

  /// Reads all changes, for transactions that are small.
  package func allChanges() throws(ReplicationError) -> [RowChange] {
    var reader = changes()
    var all: [RowChange] = []
    while let change = try reader.next() { all.append(change) }
    return all
  }
}

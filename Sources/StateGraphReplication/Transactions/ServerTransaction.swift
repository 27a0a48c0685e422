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
  package func changes() -> ChangeReader { ChangeReader(contents, decoder: decoder) }
}

/// Identifies a transaction of a server. After the server was restored from a copy of its files, a
/// new transaction at the same position of the log has another mark.
package struct TransactionMark: Hashable, Sendable {
  /// The position of the COMMIT in the server's log. A feed that begins here sends the transaction.
  package let position: LogPosition
  /// The position after the COMMIT.
  package let end: LogPosition
  /// The server's number of the transaction.
  package let number: UInt32
  /// The server's time of the COMMIT, in microseconds since the year 2000. It is compared for
  /// equality only.
  package let time: Int64

  package init(position: LogPosition, end: LogPosition, number: UInt32, time: Int64) {
    (self.position, self.end, self.number, self.time) = (position, end, number, time)
  }

  /// Reads the form of ``text``. Returns nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, let position = LogPosition(String(parts[0])),
      let end = LogPosition(String(parts[1])), let number = UInt32(parts[2]),
      let time = Int64(parts[3])
    else { return nil }
    self.init(position: position, end: end, number: number, time: time)
  }

  package var text: String { "\(position) \(end) \(number) \(time)" }
}

/// What a file knows about the newest transaction that it has received from its slot.
package enum NewestTransaction: Sendable {
  /// Nothing. The feed then does not check whether the server has the transactions of the file.
  case unknown
  /// The slot was created at the file's position, or has sent no transaction since.
  case none
  case received(TransactionMark)
}

/// What happened to a pushed transaction. It is decided only when its echo arrives by the feed.
package enum PushOutcome: Sendable {
  /// The server has answered that it applied the transaction. A crash of the server can undo that.
  case applied
  /// The server had applied or refused the transaction before.
  case alreadyDecided
  /// The server will never apply the transaction, and has stored the reason.
  case refused(Refusal)
  /// The transaction was not applied now. It may be sent again later.
  case tryAgain(ReplicationError)
  /// No push can succeed before the server or the file is changed.
  case stopped(ReplicationError)
  /// The transaction was not sent, because an earlier one did not end.
  case notSent
}

/// Why the server will never apply a transaction.
package struct Refusal: Sendable {
  package let sqlState: SQLState
  /// The server's sentence. Empty if PostgreSQL can quote a value of a row in it. A trigger that
  /// raises an error writes its own sentence.
  package let message: String
  package let constraint: String?
  package let table: String?
  package let column: String?
}

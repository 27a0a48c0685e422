/// A transaction that the server has committed, as the feed delivers it.
package struct ServerCommit: Sendable {
  /// The position of the commit in the server's log. Later commits have larger positions.
  package let position: ServerPosition
  /// The changes in the order of the server.
  package let changes: any ServerChanges
  /// What the transaction says about this file's own writes. It is nil for a transaction of another
  /// machine.
  package let decision: PushDecision?

  package init(position: ServerPosition, changes: any ServerChanges, decision: PushDecision? = nil)
  {
    (self.position, self.changes, self.decision) = (position, changes, decision)
  }
}

/// The changes of a server transaction, which can be read several times.
///
/// A large transaction is kept in a temporary file, so that the changes are not in memory together.
package protocol ServerChanges: Sendable {
  /// Calls `body` with each change, in the order of the server, until `body` returns false.
  ///
  /// - Throws: The errors of `body`, and of reading the changes.
  func forEach(_ body: (ServerChange) throws -> Bool) throws
}

extension [ServerChange]: ServerChanges {
  package func forEach(_ body: (ServerChange) throws -> Bool) throws {
    for change in self where !(try body(change)) { return }
  }
}

/// The server's decision about a local transaction that was pushed to it.
package enum PushDecision: Sendable {
  /// The server has applied the local transactions up to this sequence number.
  case applied(through: Int64)
  /// The server has refused the local transaction with this sequence number. It has applied or
  /// refused all earlier ones.
  case refused(Int64, reason: RefusalReason)

  /// The sequence number of the last decided local transaction.
  package var sequence: Int64 {
    switch self {
    case .applied(let sequence), .refused(let sequence, _): sequence
    }
  }
}

/// Why the server has refused a local transaction.
package struct RefusalReason: Sendable {
  /// The five characters of PostgreSQL's SQLSTATE, such as 23505 for a unique violation.
  package let code: String
  /// The server's message, without values of rows.
  package let message: String

  package init(code: String, message: String) {
    (self.code, self.message) = (code, message)
  }
}

extension RefusalReason: Hashable {
  package static func == (left: RefusalReason, right: RefusalReason) -> Bool {
    ByteText(left.code) == ByteText(right.code) && ByteText(left.message) == ByteText(right.message)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ByteText(code))
    hasher.combine(ByteText(message))
  }
}

/// A complete copy of the server's tables, as of one commit.
package protocol ServerCopy: Sendable {
  /// Calls `body` with each row of a table, in the order of the primary key. Text is ordered by its
  /// bytes, as by PostgreSQL's collation "C".
  ///
  /// - Throws: The errors of `body`, and of reading the copy.
  func forEachRow(of table: String, _ body: (ServerRow, RowKey) throws -> Void) throws
}

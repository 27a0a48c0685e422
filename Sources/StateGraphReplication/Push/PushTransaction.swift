/// A local transaction for the server.
package struct PushTransaction: Sendable {
  /// The number of the transaction in its file: 1, 2, 3, …
  package let sequence: Int64
  /// A random UUID, in lower case, which shows whether two files have used one number for different
  /// transactions.
  package let identifier: String
  /// The changes, in any order.
  package let patches: [Patch]

  package init(sequence: Int64, identifier: String, patches: [Patch]) {
    self.sequence = sequence
    self.identifier = identifier
    self.patches = patches
  }
}

/// The change of one row on the server, which names the changed columns only.
package struct Patch: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case insert([PatchValue])
    /// The server refuses an update that finds no row.
    case update([PatchValue])
    /// A deletion that finds no row is no error.
    case delete
  }

  package let table: ServerTable
  package let kind: Kind
  /// The values of the row's key on the server. An INSERT has none.
  package let key: [PatchValue]
  /// Old values that the server's row must have. The server refuses the transaction otherwise.
  package let expected: [PatchValue]

  package init(
    _ kind: Kind,
    in table: ServerTable,
    key: [PatchValue] = [],
    expected: [PatchValue] = []
  ) {
    (self.kind, self.table, self.key, self.expected) = (kind, table, key, expected)
  }
}

/// A value of a column, in the server's text format.
package struct PatchValue: Hashable, Sendable {
  package let column: ServerName
  package let type: ServerType
  /// The name of the column's type for statements.
  package let sqlName: String
  /// The text that ``ReplicatedColumn`` makes of the value, or nil for NULL.
  package let text: [UInt8]?

  /// - Parameter sqlName: The name of the type in SQL, or nil to use that of `type`.
  package init(column: ServerName, type: ServerType, sqlName: String? = nil, text: [UInt8]?) {
    (self.column, self.type, self.text) = (column, type, text)
    self.sqlName = sqlName ?? type.sqlName
  }
}

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

/// A message of the output plugin `pgoutput`, protocol version 1.
///
/// The chapter "Logical Replication Message Formats" of PostgreSQL's manual describes the messages.
package enum LogicalMessage: Hashable, Sendable {
  /// The first message of a transaction. `final` is the position of its COMMIT in the log.
  case begin(final: LogPosition, commitTime: Int64, transaction: UInt32)
  /// The last message of a transaction. `end` is the position after the COMMIT.
  case commit(position: LogPosition, end: LogPosition, commitTime: Int64)
  /// The server from which this server has received the transaction.
  case origin(position: LogPosition, name: String)
  case relation(Relation)
  /// A type that the next relation uses.
  case type(identifier: UInt32, schema: String, name: String)
  case change(RowChange)
}

/// A change of a row, or the removal of all rows of tables.
package enum RowChange: Hashable, Sendable {
  /// A value is `unchanged` if an UPDATE has moved the row into a row filter of the publication.
  case insert(Relation, new: [TupleValue])
  /// `old` is nil if the key has not changed and the table does not publish whole old rows.
  case update(Relation, old: OldTuple?, new: [TupleValue])
  case delete(Relation, old: OldTuple)
  case truncate([Relation], isCascading: Bool, restartsIdentity: Bool)
}

/// The values of a row before an UPDATE or DELETE.
package struct OldTuple: Hashable, Sendable {
  /// Whether `values` has all columns. Otherwise only the columns of the key have their values, and
  /// the others are NULL.
  package let isWhole: Bool
  package let values: [TupleValue]

  package init(isWhole: Bool, values: [TupleValue]) {
    self.isWhole = isWhole
    self.values = values
  }
}

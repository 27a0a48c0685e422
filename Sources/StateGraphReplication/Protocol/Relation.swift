import StateGraphRows

/// A table as the server describes it before the first change of one of its rows.
package struct Relation: Hashable, Sendable {
  /// The server's number of the table (its OID).
  package let identifier: UInt32
  /// The schema of the table.
  package let schema: String
  package let name: String
  package let replicaIdentity: ReplicaIdentity
  /// The published columns, in the order of the values of a row.
  package let columns: [RelationColumn]

  package init(
    identifier: UInt32,
    schema: String,
    name: String,
    replicaIdentity: ReplicaIdentity,
    columns: [RelationColumn]
  ) {
    self.identifier = identifier
    self.schema = schema
    self.name = name
    self.replicaIdentity = replicaIdentity
    self.columns = columns
  }

  /// Which columns of the old row an UPDATE or DELETE contains.
  package enum ReplicaIdentity: UInt8, Sendable {
    /// The columns of the primary key, if they have changed.
    case primaryKey = 0x64
    /// No column: the server refuses UPDATE and DELETE of a published table.
    case none = 0x6E
    /// All columns.
    case full = 0x66
    /// The columns of a unique index, if they have changed.
    case index = 0x69
  }
}

/// A column of a ``Relation``.
package struct RelationColumn: Hashable, Sendable {
  package let name: String
  /// Whether the column is a part of the replica identity.
  package let isKey: Bool
  /// The server's number of the type (its OID).
  package let type: UInt32
  /// The type's modifier, such as the length of a varchar. -1 if there is none.
  package let modifier: Int32

  package init(name: String, isKey: Bool, type: UInt32, modifier: Int32) {
    self.name = name
    self.isKey = isKey
    self.type = type
    self.modifier = modifier
  }
}

extension Relation {
  /// Returns whether another description is the same. Names are compared by their bytes.
  package func isSame(as other: Relation) -> Bool {
    identifier == other.identifier && replicaIdentity == other.replicaIdentity
      && name.hasSameBytes(as: other.name) && schema.hasSameBytes(as: other.schema)
      && columns.elementsEqual(other.columns) { $0.isSame(as: $1) }
  }
}

extension RelationColumn {
  fileprivate func isSame(as other: RelationColumn) -> Bool {
    isKey == other.isKey && type == other.type && modifier == other.modifier
      && name.hasSameBytes(as: other.name)
  }
}

/// The value of one column in a message about a changed row.
package enum TupleValue: Hashable, Sendable {
  case null
  /// A large value that the UPDATE did not change. The server does not send such a value, which it
  /// stores outside of the row (TOAST).
  case unchanged
  /// The value in the server's text format. The bytes are a part of the message.
  case text(ArraySlice<UInt8>)
}

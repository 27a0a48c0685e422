/// What a member of a JSON record means for the table of the record.
package enum MemberRole: Sendable, Equatable {
  /// The member is the value of a column; the index of the column.
  case column(Int)
  /// The member is the record that a foreign key refers to; the index of the foreign key in the
  /// table.
  case reference(Int)
  /// The member holds rows of another table, which refer to this row by a foreign key.
  case children(table: Int, foreignKey: Int)
  /// The member holds rows of another table. A row of a join table links each of them to this row.
  case links(LinkRole)
}

/// How a join table links the record that contains an array to the elements of the array.
package struct LinkRole: Sendable, Equatable {
  package let joinTable: Int
  /// The index of the join table's foreign key to the row that contains the array.
  package let ownerKey: Int
  /// The index of the join table's foreign key to the row of an array element.
  package let elementKey: Int
  /// The join table's column for the position in the array; nil if the join table has no column
  /// `position`.
  package let position: Int?

  package init(joinTable: Int, ownerKey: Int, elementKey: Int, position: Int?) {
    self.joinTable = joinTable
    self.ownerKey = ownerKey
    self.elementKey = elementKey
    self.position = position
  }
}

/// The forms of JSON values. The form decides what a member can mean.
package enum MemberForm: Sendable, Hashable {
  case scalar, object, array, null
}

/// The meaning of a JSON member, or the reason why it has none.
package enum MemberResolution: Sendable, Equatable {
  case role(MemberRole)
  /// No column or relationship of the schema fits the member.
  case unknown
  /// The member has the name of a column, but its value is an object or an array.
  case notAValue(column: Int)
  /// Several foreign keys or tables fit the member; their names.
  case ambiguous([String])
}

/// What a member of a JSON record means for the record's table.
package enum MemberRole: Sendable, Equatable {
  /// A column of the table.
  case column(Int)
  /// The record that a foreign key refers to, by the index of the key in the table.
  case reference(Int)
  /// Rows of another table whose foreign key refers to this row.
  case children(table: Int, foreignKey: Int)
  /// Rows of another table, each linked to this one by a row of a join table.
  case links(LinkRole)
}

/// How a join table links two tables.
package struct LinkRole: Sendable, Equatable {
  package let joinTable: Int
  /// The join table's foreign key to the row with the array.
  package let ownerKey: Int
  /// The join table's foreign key to the row of the element.
  package let elementKey: Int
  /// The join table's column for the position in the array; nil where it has no column `position`.
  package let position: Int?

  package init(joinTable: Int, ownerKey: Int, elementKey: Int, position: Int?) {
    self.joinTable = joinTable
    self.ownerKey = ownerKey
    self.elementKey = elementKey
    self.position = position
  }
}

/// The forms of JSON values that have different meanings.
package enum MemberForm: Sendable, Hashable {
  case scalar, object, array, null
}

/// The meaning of a member, or why it has none.
package enum MemberResolution: Sendable, Equatable {
  case role(MemberRole)
  /// Nothing in the schema fits.
  case unknown
  /// The name is that of a column, which holds a single value.
  case notAValue(column: Int)
  /// Several foreign keys or tables fit; their names.
  case ambiguous([String])
}

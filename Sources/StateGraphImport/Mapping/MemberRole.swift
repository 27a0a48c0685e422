/// What a member of a JSON record means for the table that the record belongs to.
package enum MemberRole: Sendable, Equatable {
  /// A column of the table.
  case column(Int)
  /// The record behind a foreign key, by the key's index in the table.
  case reference(Int)
  /// Rows of another table, whose foreign key leads back to this row.
  case children(table: Int, foreignKey: Int)
  /// Rows of another table, each tied to this one by a row of a join table.
  case links(LinkRole)
}

/// How a join table ties two tables.
package struct LinkRole: Sendable, Equatable {
  package let joinTable: Int
  /// The join table's foreign key to the row that has the array.
  package let ownerKey: Int
  /// The join table's foreign key to the row of the element.
  package let elementKey: Int
  /// The join table's column for the place in the array, where it has one named `position`.
  package let position: Int?

  package init(joinTable: Int, ownerKey: Int, elementKey: Int, position: Int?) {
    self.joinTable = joinTable
    self.ownerKey = ownerKey
    self.elementKey = elementKey
    self.position = position
  }
}

/// The forms of a JSON value that the mapping tells apart.
package enum MemberForm: Sendable, Hashable {
  case scalar, object, array, null
}

/// The outcome of looking for the meaning of a member.
package enum MemberResolution: Sendable, Equatable {
  case role(MemberRole)
  /// Nothing in the schema fits.
  case unknown
  /// There is a column of that name, and it holds one value.
  case notAValue(column: Int)
  /// Several keys or tables fit; their names.
  case ambiguous([String])
}

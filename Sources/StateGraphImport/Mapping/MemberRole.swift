/// What a member of a JSON record means in the database: a value, a referenced row, or rows of
/// another table.
package enum MemberRole: Sendable, Equatable {
  /// The member is the value of the column with this index.
  case column(Int)
  /// The member is the row that a foreign key of the record refers to. The number is the index of
  /// that foreign key in the record's table.
  case reference(Int)
  /// The member is an array of rows of another table. These rows refer to the record by a foreign
  /// key of their own.
  case children(table: Int, foreignKey: Int)
  /// The member is an array of rows of another table. A join table has one row for each of them,
  /// which links it to the record.
  case links(LinkRole)
}

/// The columns of a join table that link a record to the elements of an array in it.
///
/// For example, `post_tags` links a post to the tags in its array `tags`.
package struct LinkRole: Sendable, Equatable {
  package let joinTable: Int
  /// The index of the join table's foreign key to the table of the record that contains the array.
  package let ownerKey: Int
  /// The index of the join table's foreign key to the table of the array's elements.
  package let elementKey: Int
  /// The index of the join table's column `position`, which stores the position of an element in
  /// the array. Nil if there is no such column.
  package let position: Int?

  package init(joinTable: Int, ownerKey: Int, elementKey: Int, position: Int?) {
    self.joinTable = joinTable
    self.ownerKey = ownerKey
    self.elementKey = elementKey
    self.position = position
  }
}

/// The form of a JSON value. For example, `tags` with an array means nested rows, but with a scalar
/// it means a column.
package enum MemberForm: Sendable, Hashable {
  case scalar, object, array, null
}

/// The meaning of a member in a JSON record, or the reason why the member has no meaning in the
/// schema.
package enum MemberResolution: Sendable, Equatable {
  case role(MemberRole)
  /// No column or relationship of the schema fits the member.
  case unknown
  /// The member has the name of a column, but its value is an object or an array.
  case notAValue(column: Int)
  /// Several foreign keys or join tables fit the member, and the import does not guess. The array
  /// contains their names for the error message.
  case ambiguous([String])
}

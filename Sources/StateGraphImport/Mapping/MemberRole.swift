/// The meaning of a member of a JSON record: a value, a referenced row, or rows of another table.
package enum MemberRole: Sendable, Equatable {
  /// The member is the value of the column with this index.
  case column(Int)
  /// The member is the row to which a foreign key of the record refers.
  ///
  /// The number is the index of the foreign key in the record's table.
  case reference(Int)
  /// The member is an array of rows of another table, which have a foreign key to the record.
  case children(table: Int, foreignKey: Int)
  /// The member is an array of rows of another table, which a join table connects with the record.
  case links(LinkRole)
}

/// The columns of a join table that connect a record with the elements of an array in it.
///
/// For example, `post_tags` connects a post with the tags in its array `tags`.
package struct LinkRole: Sendable, Equatable {
  package let joinTable: Int
  /// The index of the join table's foreign key to the table of the record that contains the array.
  package let ownerKey: Int
  /// The index of the join table's foreign key to the table of the array's elements.
  package let elementKey: Int
  /// The index of the join table's column `position`, or nil if there is no such column.
  ///
  /// The column stores the position of an element in the array.
  package let position: Int?

  package init(joinTable: Int, ownerKey: Int, elementKey: Int, position: Int?) {
    self.joinTable = joinTable
    self.ownerKey = ownerKey
    self.elementKey = elementKey
    self.position = position
  }
}

/// The form of a JSON value, on which the meaning of a member depends.
///
/// For example, `tags` with an array means nested rows, and `tags` with a scalar means a column.
package enum MemberForm: Sendable, Hashable {
  case scalar, object, array, null
}

/// The meaning of a member in a JSON record, or the reason why the member has no meaning.
package enum MemberResolution: Sendable, Equatable {
  case role(MemberRole)
  /// The schema has no column or relationship with the name of the member.
  case unknown
  /// The member has the name of a column, but its value is an object or an array instead of a
  /// scalar.
  ///
  /// The number is the index of the column, which the error message names.
  case notAValue(column: Int)
  /// Several foreign keys or join tables match the member, and the import does not guess.
  ///
  /// The array contains the names of these foreign keys or join tables, for the error message.
  case ambiguous([String])
}

import StateGraphFormats

/// Determines in which table the importer will store each group of records.
///
/// Records of one kind can be in several tables, because the importer chooses the table of a nested
/// record by its member and by the table of the enclosing record. This value follows the members
/// from the records that are not nested, as the importer does.
struct StoredRecords {
  let relations: [MemberName: NestedRelation]

  /// Marks `table` as the table that stores a group of records, and does the same for all records
  /// that are nested in them. Records in JSON text, and all records inside of them, are stored in
  /// no table.
  func mark(_ shape: RecordShape, in table: InferredTable, isMention: Bool = false) {
    table.store(shape, isMention: isMention)
    for child in shape.children {
      let isArray = child.role == .array
      let name = MemberName(FoldedName.snakeCase(child.name), of: table, isArray: isArray)
      guard let relation = relations[name], let target = relation.target else { continue }
      mark(child, in: target, isMention: relation.isOfMentions && !target.isOfValues)
      switch relation {
      case .reference(_, let column):
        table.addValues(child.rowCount, of: column, in: shape)
      case .children(_, let columns):
        for column in columns { target.addValues(child.rowCount, of: column, in: child) }
      case .links, .json: break
      }
    }
  }
}

import StateGraphFormats

/// Determines in which table the importer stores each group of records.
///
/// The records of one kind can be in several tables, because the importer finds the place of a
/// member by the table of its record. This value follows the members from the top-level records,
/// as the importer does.
struct StoredRecords {
  let relations: [MemberName: NestedRelation]

  /// Marks the groups of records that the importer stores in each table.
  ///
  /// Records in JSON text, and all records in them, are in no table.
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

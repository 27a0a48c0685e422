import StateGraphSQLite

/// The properties of a join table that the import needs for each nested array.
///
/// The import computes these properties once for each join table.
final class LinkPlan {
  let role: LinkRole
  let join: TablePlan
  let ownerKey: ForeignKeyPlan
  let elementKey: ForeignKeyPlan
  let attributes: LinkAttributes
  /// Whether the column with the position in the array is part of the join table's primary key.
  ///
  /// If true, the join table can connect the same two rows several times.
  let isKeyedByPosition: Bool
  /// The column of the primary key by which the rows of one array differ.
  ///
  /// Nil if there are several such columns, or if the table does not store positions. The rows of
  /// the table are then no array, but a set that other programs may extend. Nil also if the key
  /// lacks the position, and the rows have other values, which would be lost.
  let distinguishingColumn: Int?

  init(_ role: LinkRole, plan: ImportPlan) {
    self.role = role
    let join = plan.tables[role.joinTable]
    self.join = join
    (ownerKey, elementKey) = (join.foreignKeys[role.ownerKey], join.foreignKeys[role.elementKey])
    attributes = LinkAttributes(role, plan: plan)
    isKeyedByPosition = role.position.map { join.keyIndexes.contains($0) } ?? false
    let ownerColumns = ownerKey.columns
    let rest = join.keyIndexes.filter { !ownerColumns.contains($0) }
    let linking = ownerColumns + elementKey.columns
    let isPlain = join.schema.columns.indices.allSatisfy {
      linking.contains($0) || $0 == role.position
    }
    let isArray = isKeyedByPosition || role.position != nil && isPlain
    distinguishingColumn = isArray && rest.count == 1 ? rest[0] : nil
  }
}

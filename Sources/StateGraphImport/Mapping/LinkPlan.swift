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

  init(_ role: LinkRole, _ plan: ImportPlan) {
    self.role = role
    let join = plan.tables[role.joinTable]
    self.join = join
    (ownerKey, elementKey) = (join.foreignKeys[role.ownerKey], join.foreignKeys[role.elementKey])
    attributes = LinkAttributes(role, plan)
    isKeyedByPosition = role.position.map { join.keyIndexes.contains($0) } ?? false
  }
}

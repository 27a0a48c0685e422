/// The properties of a join table that are needed to write an array of links, computed once.
final class LinkPlan {
  let role: LinkRole
  let join: TablePlan
  let ownerKey: ForeignKeyPlan
  let elementKey: ForeignKeyPlan
  let attributes: LinkAttributes
  /// Whether the key of the join table contains the column for the position in the array.
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

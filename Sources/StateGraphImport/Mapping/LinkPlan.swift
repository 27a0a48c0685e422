/// A join table as an array of links needs it, resolved once.
final class LinkPlan {
  let role: LinkRole
  let join: TablePlan
  let ownerKey: ForeignKeyPlan
  let elementKey: ForeignKeyPlan
  let attributes: LinkAttributes
  /// Whether the position in the array is part of the join table's key.
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

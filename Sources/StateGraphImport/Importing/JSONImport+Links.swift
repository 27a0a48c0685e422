import StateGraphFormats

extension JSONImport {
  /// Takes the members that belong to the link out of a nested record. A name that the record's own
  /// table knows too belongs to the record.
  func separate(
    _ element: JSONValue,
    _ plan: LinkPlan
  ) -> (element: JSONValue, attributes: [(column: Int, member: JSONMember)]) {
    let attributes = plan.attributes
    guard !attributes.isEmpty, let members = element.members else { return (element, []) }
    let mapping = appliesMapping ? run.mappings[plan.role.joinTable] : nil
    guard
      mapping != nil || members.indices.contains(where: { attributes.mayContain(members[$0].key) })
    else { return (element, []) }
    var own: [JSONMember] = []
    var found: [(column: Int, member: JSONMember)] = []
    let (join, table) = (plan.join, plan.elementKey.parent)
    for member in members {
      let column = mapping?.column(named: member.key) ?? join.columnIndex(member.key)
      if let column, attributes.contains(column),
        resolve(member.key, member.value.form, in: table) == .unknown,
        run.mappings[table]?.knows(member.key) != true
      {
        mapping?.noteRecord(ofLinkBy: member.key, column)
        found.append((column, member))
      } else {
        own.append(member)
      }
    }
    guard !found.isEmpty else { return (element, []) }
    return (JSONValue(.object(own), at: element.place), found)
  }
}

import StateGraphFormats
import StateGraphSQLite

/// Finds the rows that an array in a JSON record stands for.
///
/// The table of the rows has the name of the member, such as `tags`, or begins with the name of
/// the record's table, such as `post_tags`. The second name comes first, because it belongs to the
/// records of one table only.
struct ArrayResolution {
  let plan: ImportPlan
  /// The index of the table whose record contains the array.
  let owner: Int

  /// Returns the relationship of the rows in the array `name` to the record. Nil if there is no
  /// suitable table.
  func resolve(_ name: String) -> MemberResolution? {
    let other = plan.tableIndex(name)
    for prefix in [EnglishNoun.singular(plan.tables[owner].name), plan.tables[owner].name] {
      guard let own = plan.tableIndex(prefix + "_" + FoldedName.snakeCase(name)) else { continue }
      if let link = link(through: own, to: other) ?? linkToSameTable(through: own, name) {
        return .role(.links(link))
      }
      if let found = children(own) { return found }
    }
    if isNamed(name), let found = children(owner) { return found }
    guard let other else {
      return only(plan.tables.indices.compactMap { linkToSameTable(through: $0, name) })
    }
    if let found = children(other) { return found }
    let joins = plan.tables.indices.filter { join in
      plan.tables[join].foreignKeys.contains { $0.parent == other }
    }
    return only(joins.compactMap { link(through: $0, to: other) })
  }

  /// Returns whether the name of the record's table ends with the name of the member.
  ///
  /// For example, the array `comments` in a record of `post_comments` contains rows of the same
  /// table.
  private func isNamed(_ name: String) -> Bool {
    let own = FoldedName.key(plan.tables[owner].name)
    return own.reversed().starts(with: FoldedName.key("_" + FoldedName.snakeCase(name)).reversed())
  }

  private func only(_ links: [LinkRole]) -> MemberResolution? {
    if links.count > 1 { return .ambiguous(links.map { plan.tables[$0.joinTable].name }) }
    return links.first.map { .role(.links($0)) }
  }

  // MARK: - Rows that refer to the record

  /// Returns the foreign key by which rows of `table` refer to the record. Returns nil if the table
  /// has no foreign key to the record's table.
  ///
  /// If several foreign keys refer to the record's table, the one that is named after this table
  /// counts, such as `post_id` for `posts`. In a join table, `parent_item_id` counts before
  /// `item_id`.
  private func children(_ table: Int) -> MemberResolution? {
    let child = plan.tables[table]
    let back = child.foreignKeys.indices.filter { child.foreignKeys[$0].parent == owner }
    if back.isEmpty { return nil }
    let named = back.filter { isNamedAfterOwner(child.foreignKeys[$0], of: child) }
    let parent = back.count == 2 ? back.first { isParent($0, besides: back, in: table) } : nil
    if let key = back.count == 1 ? back.first : parent ?? (named.count == 1 ? named.first : nil) {
      return .role(.children(table: table, foreignKey: key))
    }
    let columns = back.map { child.foreignKeys[$0].columns[0] }
    return .ambiguous(columns.map { "\(child.name).\(child.column($0).name)" })
  }

  /// Returns whether a foreign key of a join table is the one of the record in a tree, such as
  /// `parent_item_id` beside `item_id`.
  ///
  /// The elements of the array `items` are the rows of the other foreign key, so rows of the join
  /// table itself belong to the same record.
  private func isParent(_ key: Int, besides keys: [Int], in table: Int) -> Bool {
    let join = plan.tables[table]
    guard let other = keys.first(where: { $0 != key }),
      let role = role(table, owner: key, element: other)
    else { return false }
    let columns = keys.flatMap { join.foreignKeys[$0].columns }
    return join.keyIndexes.allSatisfy { columns.contains($0) || $0 == role.position }
      && isNamedAfterOwner(join.foreignKeys[key], of: join, behind: "parent_")
  }

  private func isNamedAfterOwner(
    _ key: ForeignKeyPlan,
    of child: TablePlan,
    behind prefix: String = ""
  ) -> Bool {
    let singular = FoldedName.fold(EnglishNoun.singular(plan.tables[owner].name))
    let name = FoldedName.fold(child.column(key.columns[0]).name)
    guard name.utf8.starts(with: prefix.utf8) else { return false }
    let column = String(name.dropFirst(prefix.count))
    let target = FoldedName.fold(plan.tables[owner].column(key.parentColumns[0]).name)
    return [singular, singular + "_" + target].containsExactly(column)
      || column.utf8.elementsEqual(target.utf8) && target.hasPrefix(singular + "_")
  }

  // MARK: - Join tables

  /// Returns the columns by which the join table `join` connects the record's table with another
  /// table. Returns nil if `join` is not such a join table.
  ///
  /// A join table has exactly one foreign key to each of two tables. A new row must need only
  /// these two keys and a position.
  ///
  /// - Parameter element: The table of the array's elements. Nil if the join table determines it.
  private func link(through join: Int, to element: Int?) -> LinkRole? {
    let keys = plan.tables[join].foreignKeys
    let toOwner = keys.indices.filter { keys[$0].parent == owner }
    var others = keys.indices.filter { keys[$0].parent != owner }
    if let element, others.contains(where: { keys[$0].parent == element }) {
      others.removeAll { keys[$0].parent != element }
    } else if element != nil, keys.count != 2 {
      return nil
    }
    guard toOwner.count == 1, others.count == 1 else { return nil }
    return role(join, owner: toOwner[0], element: others[0])
  }

  /// Returns the columns by which the join table `join` connects two rows of the record's table.
  /// Returns nil if `join` does not have two foreign keys to this table.
  ///
  /// The name of the member determines which foreign key refers to the elements. For the member
  /// `friends`, the name of that foreign key's column begins with `friend`.
  private func linkToSameTable(through join: Int, _ name: String) -> LinkRole? {
    let table = plan.tables[join]
    let keys = table.foreignKeys.indices.filter { table.foreignKeys[$0].parent == owner }
    guard keys.count == 2, table.foreignKeys[keys[0]].columns != table.foreignKeys[keys[1]].columns
    else { return nil }
    let singular = EnglishNoun.singular(FoldedName.snakeCase(name))
    let named = keys.filter { key in
      let column = FoldedName.fold(table.column(table.foreignKeys[key].columns[0]).name)
      return (column + "_").utf8.starts(with: (singular + "_").utf8)
    }
    guard named.count == 1 else { return nil }
    return role(join, owner: named[0] == keys[0] ? keys[1] : keys[0], element: named[0])
  }

  private func role(_ join: Int, owner: Int, element: Int) -> LinkRole? {
    let table = plan.tables[join]
    let position = table.columnIndex("position")
    let given = table.foreignKeys[owner].columns + table.foreignKeys[element].columns
    guard table.requiredIndexes.allSatisfy({ given.contains($0) || $0 == position }) else {
      return nil
    }
    return LinkRole(joinTable: join, ownerKey: owner, elementKey: element, position: position)
  }
}

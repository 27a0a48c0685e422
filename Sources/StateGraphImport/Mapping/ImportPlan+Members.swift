import StateGraphSQLite

extension ImportPlan {
  /// Returns the meaning of the member `name` in a JSON record of `table`.
  ///
  /// The meaning depends on the form of the member's value:
  ///
  /// - A scalar is the value of a column, or the key of a referenced row. For example, the member
  ///   `author` can be the value of the column `author_id`.
  /// - An object or an array is the value of a column that is declared for JSON text.
  /// - An object is the record to which a foreign key refers.
  /// - An array contains rows of another table. A foreign key or a join table connects these rows
  ///   with the record.
  package func resolve(_ name: String, _ form: MemberForm, in table: Int) -> MemberResolution {
    switch form {
    case .scalar: resolveScalar(name, in: table)
    case .object: resolveObject(name, in: table)
    case .array: resolveArray(name, in: table)
    case .null:
      [resolveScalar(name, in: table), resolveArray(name, in: table)]
        .first { $0 != .unknown } ?? .unknown
    }
  }

  private func resolveScalar(_ name: String, in table: Int) -> MemberResolution {
    if let column = tables[table].columnIndex(name) { return .role(.column(column)) }
    return tables[table].reference(name).map { .role(.reference($0)) } ?? .unknown
  }

  /// Returns the column that stores an object or an array with this name as JSON text.
  private func jsonColumn(_ name: String, in table: Int) -> MemberResolution? {
    tables[table].columnIndex(name).flatMap {
      tables[table].kinds[$0].isJSON ? .role(.column($0)) : nil
    }
  }

  private func resolveObject(_ name: String, in table: Int) -> MemberResolution {
    if let column = jsonColumn(name, in: table) { return column }
    if let key = tables[table].reference(name) { return .role(.reference(key)) }
    return tables[table].columnIndex(name).map { .notAValue(column: $0) } ?? .unknown
  }

  private func resolveArray(_ name: String, in table: Int) -> MemberResolution {
    if let column = jsonColumn(name, in: table) { return column }
    guard let other = tableIndex(name) else {
      return tables[table].columnIndex(name).map { .notAValue(column: $0) } ?? .unknown
    }
    let back = tables[other].foreignKeys.indices.filter {
      tables[other].foreignKeys[$0].parent == table
    }
    if back.count == 1 { return .role(.children(table: other, foreignKey: back[0])) }
    if back.count > 1 {
      let columns = back.map { tables[other].foreignKeys[$0].columns[0] }
      return .ambiguous(columns.map { "\(tables[other].name).\(tables[other].column($0).name)" })
    }
    let links = tables.indices.compactMap { link(table, other, through: $0) }
    if links.count > 1 { return .ambiguous(links.map { tables[$0.joinTable].name }) }
    return links.first.map { .role(.links($0)) } ?? .unknown
  }

  /// Returns the role of `join` as a join table between two tables, or nil if it is not a join
  /// table.
  ///
  /// A join table has exactly one foreign key to each of the two tables. All its other columns are
  /// optional, except a column named `position`.
  ///
  /// - Parameters:
  ///   - owner: The index of the table whose record contains the array.
  ///   - element: The index of the table of the array's elements.
  ///   - join: The index of the possible join table.
  private func link(_ owner: Int, _ element: Int, through join: Int) -> LinkRole? {
    let keys = tables[join].foreignKeys
    let toOwner = keys.indices.filter { keys[$0].parent == owner }
    let toElement = keys.indices.filter { keys[$0].parent == element }
    guard owner != element, toOwner.count == 1, toElement.count == 1 else { return nil }
    let position = tables[join].columnIndex("position")
    let given = keys[toOwner[0]].columns + keys[toElement[0]].columns
    guard tables[join].requiredIndexes.allSatisfy({ given.contains($0) || $0 == position }) else {
      return nil
    }
    return LinkRole(
      joinTable: join,
      ownerKey: toOwner[0],
      elementKey: toElement[0],
      position: position
    )
  }
}

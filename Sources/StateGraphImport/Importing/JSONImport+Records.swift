import StateGraphFormats
import StateGraphSQLite

extension JSONImport {
  /// A foreign key that a nested record has by its place.
  struct Parent {
    let foreignKey: ForeignKeyPlan
    let cells: [Cell]
  }

  /// Rows that can only be written after the row they belong to.
  private struct Nested {
    let role: MemberRole
    let elements: [JSONValue]
  }

  /// Writes a record and everything nested in it. The recursion is bounded by the reader's limit on
  /// the depth of its values.
  func importRecord(
    _ value: JSONValue,
    into table: Int,
    as role: RecordRole,
    under parent: Parent? = nil
  ) throws(ImportError) -> (row: JSONRow, outcome: RowWriter.Outcome) {
    var (row, nested) = try readMembers(of: value, of: table)
    if let parent { try adopt(&row, parent, table) }
    // The tracker may clear a reference; children want the row as the record has it.
    var stored = row.cells
    let outcome = try run.store(&stored, in: table, as: role, row)
    for part in nested {
      run.didStore(row.cells, outcome, referredToBy: part.role)
      try importNested(part.elements, part.role, of: row, table)
    }
    return (row, outcome)
  }

  /// The row of a nested object or of a bare key. An object with nothing but its key is a
  /// reference: it is not written.
  func importMention(
    _ value: JSONValue,
    of table: Int
  ) throws(ImportError) -> JSONRow {
    let plan = run.plan.tables[table]
    guard let members = value.members else {
      var row = try keyRow(value, of: table)
      // Of a table that has nothing but its key, the key is the whole record.
      if plan.schema.columns.count == plan.keyIndexes.count {
        try run.storeMention(&row.cells, in: table, row)
      }
      return row
    }
    if let cells = run.settledMention(members, in: table) {
      return JSONRow(cells: cells, at: value.place, in: file)
    }
    var (row, nested) = try readMembers(of: value, of: table)
    if nested.isEmpty, plan.isKeyOnly(row.cells) {
      return row
    }
    let given = row.cells
    try run.storeMention(&row.cells, in: table, row)
    row.cells = given
    if nested.isEmpty { run.didStoreMention(given, in: table) }
    for part in nested { try importNested(part.elements, part.role, of: row, table) }
    return row
  }

  private func readMembers(
    of value: JSONValue,
    of table: Int
  ) throws(ImportError) -> (JSONRow, [Nested]) {
    let plan = run.plan.tables[table]
    var row = JSONRow(columnCount: plan.schema.columns.count, at: value.place, in: file)
    var nested: [Nested] = []
    guard let members = try mapped(value, in: table).members else {
      throw ImportError(
        .wrongType,
        "a record of table \(printable(plan.name)) must be an object",
        remedy: "Write {…} with its columns",
        place: row.recordPlace
      )
    }
    // By their indexes: an iterator would hand out copies.
    for position in members.indices {
      let member = members[position]
      switch try role(of: member, at: position, in: table) {
      case .column(let column):
        try set(&row, column, member.value, plan, member)
      case .reference(let number):
        let key = plan.foreignKeys[number]
        guard member.value.members != nil else {
          try set(&row, key.columns[0], member.value, plan, member)
          continue
        }
        let target = try importMention(member.value, of: key.parent)
        let cell = try cell(target, key.parentColumns[0], of: key.parent)
        run.didMention(target.cells, by: number, of: table)
        try setOnce(&row, key.columns[0], cell, plan, member)
      case let role:
        if case .array(let elements) = member.value.content {
          nested.append(Nested(role: role, elements: elements))
        }
      }
    }
    return (row, nested)
  }

  private func importNested(
    _ elements: [JSONValue],
    _ role: MemberRole,
    of row: JSONRow,
    _ table: Int
  ) throws(ImportError) {
    switch role {
    case .children(let child, let number):
      let key = run.plan.tables[child].foreignKeys[number]
      let cells = try key.parentColumns.map { (column) throws(ImportError) in
        try cell(row, column, of: table)
      }
      for element in elements {
        try importChild(element, of: child, Parent(foreignKey: key, cells: cells))
      }
    case .links(let link):
      try importLinks(elements, link, of: row, table)
    case .column, .reference:
      break
    }
  }

  private func importChild(
    _ element: JSONValue,
    of table: Int,
    _ parent: Parent
  ) throws(ImportError) {
    guard element.members == nil else {
      _ = try importRecord(element, into: table, as: .mention, under: parent)
      return
    }
    var row = try keyRow(element, of: table)
    try adopt(&row, parent, table)
    _ = try run.store(&row.cells, in: table, as: .mention, row)
  }

  private func importLinks(
    _ elements: [JSONValue],
    _ link: LinkRole,
    of row: JSONRow,
    _ table: Int
  ) throws(ImportError) {
    let plan = plan(of: link)
    let (join, ownerKey, elementKey) = (plan.join, plan.ownerKey, plan.elementKey)
    let seen = linkKeys.popLast() ?? LinkKeys()
    for position in elements.indices {
      let (element, own) = separate(elements[position], plan)
      let target = try importMention(element, of: elementKey.parent)
      var linkRow = JSONRow(columnCount: join.schema.columns.count, at: element.place, in: file)
      for index in ownerKey.columns.indices {
        let value = try cell(row, ownerKey.parentColumns[index], of: table)
        linkRow.set(value, at: ownerKey.columns[index], from: element.place)
      }
      for index in elementKey.columns.indices {
        let value = try cell(target, elementKey.parentColumns[index], of: elementKey.parent)
        linkRow.set(value, at: elementKey.columns[index], from: element.place)
      }
      // The first mention counts: writing the second's position would change the row in every run.
      if !plan.isKeyedByPosition, !seen.insert(linkRow.cells, join.keyIndexes) { continue }
      if let column = link.position {
        linkRow.set(.integer(Int64(position)), at: column, from: element.place)
      }
      for attribute in own {
        // A position that the input says is not the place in the array.
        if attribute.column == link.position { linkRow.cells[attribute.column] = .absent }
        try set(&linkRow, attribute.column, attribute.member.value, join, attribute.member)
      }
      if plan.isKeyedByPosition, !seen.insert(linkRow.cells, join.keyIndexes) {
        throw .repeatedKey(of: join, at: linkRow.recordPlace)
      }
      _ = try run.store(&linkRow.cells, in: link.joinTable, as: .mention, linkRow)
    }
    seen.removeAll()
    linkKeys.append(seen)
  }

  /// Gives a nested row the key of the row it is nested in.
  private func adopt(
    _ row: inout JSONRow,
    _ parent: Parent,
    _ table: Int
  ) throws(ImportError) {
    for (column, cell) in zip(parent.foreignKey.columns, parent.cells) {
      guard row.cells[column].hasValue else {
        row.cells[column] = cell
        continue
      }
      guard Self.isSame(row.cells[column], cell) else {
        throw ImportError(
          .constraint,
          "the record says in column \(printable(run.plan.tables[table].column(column).name)) "
            + "that it belongs to another row than the one it is nested in",
          remedy: "Remove the member, or move the record",
          place: row.place(ofColumn: column)
        )
      }
    }
  }

  static func isSame(_ left: Cell, _ right: Cell) -> Bool {
    var (one, two) = (KeyBuffer(), KeyBuffer())
    return one.encode([left], [0]) == two.encode([right], [0]) && one.bytes == two.bytes
  }
}

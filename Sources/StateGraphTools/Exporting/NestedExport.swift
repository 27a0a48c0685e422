import StateGraphSQLite

/// Writes the records of one table together with the records that are nested in them. A
/// ``NestingPlan`` determines which records are nested.
///
/// SQLite holds one row at a time for each level of nesting, so memory use is small.
struct NestedExport {
  private let root: NestingShape
  private let run: ExportRun
  private let exported: ExportedRows

  init(_ nesting: NestingPlan, in run: ExportRun, noting exported: ExportedRows) {
    root = nesting.root
    self.run = run
    self.exported = exported
  }

  /// Writes all records of the outermost table to `output`, and returns their number.
  func export(to output: ByteOutput) throws -> Int {
    let names = root.columns.map { root.table.column($0).name }
    let statement = try run.connection.prepare(
      """
      SELECT \(columns: names) FROM main.\(table: root.table.name) \(root.table.schema.keyOrder)
      """
    )
    defer { statement.reset() }
    return try run.exportJSON(statement, table: root.table.schema, to: output) { row in
      try append(root, statement: statement, row: row, to: output)
    }
  }

  private func append(
    _ shape: NestingShape,
    statement: Statement,
    row: Int,
    to output: ByteOutput
  ) throws {
    for (index, member) in shape.members.enumerated() {
      try output.append(index == 0 ? "{" : ",")
      switch member {
      case .value(let key, let place):
        try appendValue(key, place: place, shape: shape, statement: statement, row: row, to: output)
      case .reference(let key, let bare, let place, let lookup):
        if statement.storageClass(at: place) == .null {
          try output.append(key.text)
          try output.append("null")
        } else if !(try appendReference(
          key,
          lookup: lookup,
          statement: statement,
          row: row,
          to: output
        )) {
          try appendValue(
            bare,
            place: place,
            shape: shape,
            statement: statement,
            row: row,
            to: output
          )
        }
      case .children(let key, let lookup):
        try appendRows(key, lookup: lookup, statement: statement, row: row, to: output)
      case .links(let key, let links):
        if try isRegular(links, statement: statement) {
          let count = try appendRows(
            key,
            lookup: links.elements,
            statement: statement,
            row: row,
            to: output
          )
          try noteLinks(count, links: links, statement: statement)
        } else {
          let count = try appendRows(
            links.rowsKey,
            lookup: links.rows,
            statement: statement,
            row: row,
            notes: false,
            to: output
          )
          try noteLinks(count, links: links, statement: statement)
        }
      }
    }
    try output.append(shape.members.isEmpty ? "{}" : "}")
  }

  private func appendValue(
    _ key: JSONKey,
    place: Int,
    shape: NestingShape,
    statement: Statement,
    row: Int,
    to output: ByteOutput
  ) throws {
    try output.append(key.text)
    do {
      try output.appendJSON(statement, column: place, rules: run.rules)
    } catch let problem as ValueProblem {
      let column = shape.table.column(shape.columns[place]).name
      guard shape === root else {
        let name = "\(shape.table.name), nested in \(root.table.name)"
        throw problem.error(table: name, column: column, row: row)
      }
      throw problem.error(table: root.table.name, column: column, row: row)
    }
  }

  /// Writes the row to which a foreign key refers, as a nested record, and returns true. If the row
  /// does not exist, writes nothing and returns false.
  private func appendReference(
    _ key: JSONKey,
    lookup: NestingShape.Lookup,
    statement: Statement,
    row: Int,
    to output: ByteOutput
  ) throws -> Bool {
    let target = try find(lookup.sql, parameters: lookup.parameters, statement: statement)
    defer { target.reset() }
    guard try target.step() else { return false }
    try note(lookup.shape, statement: target)
    try output.append(key.text)
    try append(lookup.shape, statement: target, row: row, to: output)
    return true
  }

  /// Records that a row was written, so that the export can find the rows that it does not contain.
  private func note(_ shape: NestingShape, statement: Statement) throws {
    guard let places = shape.keyPlaces else { return }
    try exported.note(places.map { statement.value(at: $0) }, of: shape.tableIndex)
  }

  /// Records that an array stands for `count` rows of a join table. Each of these rows is
  /// identified by the key of the record that has the array, and by the index of its element in the
  /// array.
  private func noteLinks(
    _ count: Int,
    links: NestingShape.Links,
    statement: Statement
  ) throws {
    let owner = links.elements.parameters.map { statement.value(at: $0) }
    for number in 0..<count {
      try exported.note(owner + [.integer(Int64(number))], of: links.joinTable)
    }
  }

  /// Writes an array with the records that `lookup` finds, and returns their number.
  @discardableResult
  private func appendRows(
    _ key: JSONKey,
    lookup: NestingShape.Lookup,
    statement: Statement,
    row: Int,
    notes: Bool = true,
    to output: ByteOutput
  ) throws -> Int {
    try output.append(key.text)
    try output.append("[")
    let rows = try find(lookup.sql, parameters: lookup.parameters, statement: statement)
    defer { rows.reset() }
    var count = 0
    while try rows.step() {
      if count > 0 { try output.append(",") }
      count += 1
      if notes { try note(lookup.shape, statement: rows) }
      try append(lookup.shape, statement: rows, row: row, to: output)
    }
    try output.append("]")
    return count
  }

  private func isRegular(_ links: NestingShape.Links, statement: Statement) throws -> Bool {
    let counts = try find(
      links.regularity,
      parameters: links.elements.parameters,
      statement: statement
    )
    defer { counts.reset() }
    guard try counts.step() else { return true }
    return counts.integer(at: 0) == 0 || counts.integer(at: 1) == 1
  }

  /// Prepares a statement, and binds values of the current row of `statement` to its parameters.
  ///
  /// A nested record can be in the same table as the record that encloses it. The statement cache
  /// never returns a running statement, so the two records use separate statements.
  private func find(
    _ sql: SQL,
    parameters: [Int],
    statement: Statement
  ) throws -> Statement {
    let found = try run.connection.prepare(sql.text)
    for (position, place) in parameters.enumerated() {
      try found.bind(statement.value(at: place), at: position + 1)
    }
    return found
  }
}

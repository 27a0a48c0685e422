import StateGraphFormats
import StateGraphSQLite

extension JSONImport {
  /// `position` is the member's place among those of its record.
  func role(
    of member: JSONMember,
    at position: Int,
    in table: Int
  ) throws(ImportError) -> MemberRole {
    let plan = run.plan.tables[table]
    switch resolve(member.key, member.value.form, at: position, in: table) {
    case .role(.column(let index)) where plan.kinds[index].isComputed:
      throw .computedColumn(plan.column(index), of: plan, at: member.keyPlace.inFile(file))
    case .role(let role):
      return role
    case .notAValue(let column):
      throw CellProblem.notOneValue.error(
        plan.column(column),
        of: plan,
        at: member.value.place.inFile(file)
      )
    case .ambiguous(let candidates):
      throw ImportError(
        .ambiguousMember,
        "member \(printable(member.key)) of table \(printable(plan.name)) could mean "
          + candidates.map(printable).joined(separator: " or "),
        remedy: "Import these records from an input of their own",
        place: member.keyPlace.inFile(file)
      )
    case .unknown:
      let others = member.value.form == .scalar ? [] : run.plan.tables.map(\.name)
      let place = member.keyPlace.inFile(file)
      throw .unknownColumn(member.key, of: plan, also: others, at: place)
    }
  }

  func set(
    _ row: inout JSONRow,
    _ column: Int,
    _ value: JSONValue,
    _ plan: TablePlan,
    _ member: JSONMember
  ) throws(ImportError) {
    let cell: Cell
    do {
      cell = try Cell(json: value.content, plan.kinds[column])
    } catch {
      throw error.error(plan.column(column), of: plan, at: value.place.inFile(file))
    }
    try setOnce(&row, column, cell, plan, member)
  }

  /// Two members may mean one column (`author` and `author_id`) if they say the same.
  func setOnce(
    _ row: inout JSONRow,
    _ column: Int,
    _ cell: Cell,
    _ plan: TablePlan,
    _ member: JSONMember
  ) throws(ImportError) {
    if !row.cells[column].isAbsent, !Self.isSame(row.cells[column], cell) {
      throw ImportError(
        .duplicateKey,
        "two members of the record mean column \(printable(plan.column(column).name)) "
          + "of table \(printable(plan.name)), and differ",
        remedy: "Remove one of them",
        place: member.keyPlace.inFile(file)
      )
    }
    row.set(cell, at: column, from: member.value.place)
  }

  /// The value of a column that other rows refer to.
  func cell(_ row: JSONRow, _ column: Int, of table: Int) throws(ImportError) -> Cell {
    guard row.cells[column].hasValue else {
      let plan = run.plan.tables[table]
      throw ImportError(
        .missingValue,
        "a nested record of table \(printable(plan.name)) has no value in column "
          + "\(printable(plan.column(column).name)), by which it is referred to",
        remedy: "Every nested record needs its key",
        place: row.recordPlace
      )
    }
    return row.cells[column]
  }

  /// A row that says nothing but its key, written as a bare value.
  func keyRow(_ value: JSONValue, of table: Int) throws(ImportError) -> JSONRow {
    let plan = run.plan.tables[table]
    var row = JSONRow(columnCount: plan.schema.columns.count, at: value.place, in: file)
    guard plan.keyIndexes.count == 1, let column = plan.keyIndexes.first,
      value.form == .scalar
    else {
      throw ImportError(
        .wrongType,
        "a record of table \(printable(plan.name)) must be an object here",
        remedy: "Write {…} with its columns",
        place: row.recordPlace
      )
    }
    do {
      row.set(try Cell(json: value.content, plan.kinds[column]), at: column, from: value.place)
    } catch {
      throw error.error(plan.column(column), of: plan, at: value.place.inFile(file))
    }
    return row
  }
}

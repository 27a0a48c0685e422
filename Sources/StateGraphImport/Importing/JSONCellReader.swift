import StateGraphFormats
import StateGraphSQLite

/// Converts the values of JSON members to cells.
struct JSONCellReader {
  private let plan: ImportPlan
  private let resolver: MemberResolver
  /// The name of the input file, for the places in error messages.
  private let file: String

  init(_ plan: ImportPlan, _ resolver: MemberResolver, file: String) {
    self.plan = plan
    self.resolver = resolver
    self.file = file
  }

  /// Returns what a member of a JSON object means for the table of its record.
  ///
  /// - Parameters:
  ///   - member: The member.
  ///   - position: Its position among the members of the record.
  ///   - table: The index of the table.
  /// - Throws: If the member means nothing in this table, or means a computed column.
  func role(
    of member: JSONMember,
    at position: Int,
    in table: Int
  ) throws(ImportError) -> MemberRole {
    let resolution = resolver.resolve(member.key, member.value.form, at: position, in: table)
    let plan = plan.tables[table]
    switch resolution {
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
      let others = member.value.form == .scalar ? [] : self.plan.tables.map(\.name)
      let place = member.keyPlace.inFile(file)
      throw .unknownColumn(member.key, of: plan, also: others, at: place)
    }
  }

  /// Assigns the value of a JSON member to a column of a row.
  func set(
    _ row: inout JSONRow,
    _ column: Int,
    _ value: JSONValue,
    _ table: TablePlan,
    _ member: JSONMember
  ) throws(ImportError) {
    let cell: Cell
    do {
      cell = try Cell(json: value.content, table.kinds[column])
    } catch {
      throw error.error(table.column(column), of: table, at: value.place.inFile(file))
    }
    try set(&row, column, cell, table, member)
  }

  /// Assigns a cell to a column of a row. Two members of a record may mean the same column
  /// (`author` and `author_id`), but only if they have the same value.
  func set(
    _ row: inout JSONRow,
    _ column: Int,
    _ cell: Cell,
    _ table: TablePlan,
    _ member: JSONMember
  ) throws(ImportError) {
    if !row.cells[column].isAbsent, !row.cells[column].hasSameValue(as: cell) {
      throw ImportError(
        .duplicateKey,
        "two members of the record mean column \(printable(table.column(column).name)) "
          + "of table \(printable(table.name)), and have different values",
        remedy: "Remove one of them",
        place: member.keyPlace.inFile(file)
      )
    }
    row.set(cell, at: column, from: member.value.place)
  }

  /// Returns the row for a nested record that the input writes as a bare key, without an object.
  func keyRow(_ value: JSONValue, of table: Int) throws(ImportError) -> JSONRow {
    let plan = plan.tables[table]
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

extension Cell {
  /// Returns whether SQLite stores both cells as the same value.
  func hasSameValue(as other: Cell) -> Bool {
    var (left, right) = (KeyBuffer(), KeyBuffer())
    return left.encode([self], [0]) == right.encode([other], [0]) && left.bytes == right.bytes
  }
}

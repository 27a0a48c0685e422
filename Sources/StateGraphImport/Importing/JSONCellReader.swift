import StateGraphFormats
import StateGraphSQLite

/// Converts the members of JSON records to values for the columns of a table.
///
/// Each error that a method throws contains the position of the member in the input.
struct JSONCellReader {
  private let plan: ImportPlan
  private let resolver: MemberResolver
  /// The name of the input file. Error messages contain this name.
  private let file: String

  init(_ plan: ImportPlan, resolver: MemberResolver, file: String) {
    self.plan = plan
    self.resolver = resolver
    self.file = file
  }

  /// Returns what a member of a JSON record means: a column, a referenced row or nested rows.
  ///
  /// - Parameters:
  ///   - member: The member of the record.
  ///   - position: The index of the member in the record.
  ///   - table: The index of the record's table.
  /// - Throws: An error if the table has no matching column or relationship, or if the column is
  ///   generated.
  func role(
    of member: JSONMember,
    at position: Int,
    in table: Int
  ) throws(ImportError) -> MemberRole {
    let resolution = resolver.resolve(member.key, form: member.value.form, at: position, in: table)
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

  /// Converts the value of a JSON member, and stores it in a column of the row.
  ///
  /// - Throws: An error if the column does not allow the type of the value, or if another member
  ///   has a different value for the same column.
  func set(
    _ row: inout JSONRow,
    column: Int,
    value: JSONValue,
    table: TablePlan,
    member: JSONMember
  ) throws(ImportError) {
    var value = value
    // A member such as `tags` has its JSON text in the column `tags_json`.
    if table.kinds[column].isJSON, value.form == .scalar, table.columnIndex(member.key) == nil {
      value = JSONValue(.string(value.content.jsonText), at: value.place)
    }
    try set(
      &row,
      column: column,
      cell: try table.cell(value, column: column, in: file),
      table: table,
      member: member
    )
  }

  /// Stores a value in a column of the row.
  ///
  /// - Throws: An error if another member has stored a different value in the same column. For
  ///   example, `author` and `author_id` may both mean the column `author_id`.
  func set(
    _ row: inout JSONRow,
    column: Int,
    cell: Cell,
    table: TablePlan,
    member: JSONMember
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

  /// Returns the row for a nested record that is only a key, such as `7` instead of `{"id": 7}`.
  ///
  /// - Throws: An error if the primary key of the table has several columns, or if the value has
  ///   the wrong type.
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
    row.set(try plan.cell(value, column: column, in: file), at: column, from: value.place)
    return row
  }
}

extension Cell {
  /// Returns whether SQLite would store `self` and `other` as the same value.
  func hasSameValue(as other: Cell) -> Bool {
    var (left, right) = (KeyBuffer(), KeyBuffer())
    return left.encode([self], indexes: [0]) == right.encode([other], indexes: [0])
      && left.bytes == right.bytes
  }
}

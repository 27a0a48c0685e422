import StateGraphRows
import StateGraphSQLite

/// Says why SQLite refuses one change: the rule or the trigger, its table, the number of rows that
/// stand in the way, and what to do. The words contain no value of a row.
struct ChangeFailure {
  let change: StagedChange
  let table: StudioTable
  let schema: StudioSchema
  let connection: Connection

  /// The number up to which the rows that stand in the way are counted.
  private static let countLimit: Int64 = 1000

  /// Returns the error for the page.
  func error(_ error: DatabaseError) -> StudioError {
    // A file that cannot be read at this moment has at least SQLite's message.
    let words = (try? explained(error)) ?? (error.message, error.remedy)
    return StudioError(409, "refused", words.message, remedy: words.remedy)
  }

  private var name: String { table.schema.name }

  private func explained(_ error: DatabaseError) throws -> (message: String, remedy: String)? {
    // The schema calls a function of another program: see ``DatabaseError/Code/missingExtension``.
    if error.code == .missingExtension,
      let rest = ChangeFailure.text(in: error.message, after: " the function ")
    {
      return try missing(String(rest.prefix { $0 != "," }))
    }
    switch error.constraint?.kind {
    case .some(.foreignKey): return try brokenReference()
    case .some(.trigger):
      guard let said = ChangeFailure.text(in: error.message, after: "of the table: "),
        let trigger = try trigger(containing: said)
      else { return nil }
      return (
        "The trigger \(trigger.name) of \(trigger.table) refuses the change: \(said).",
        "Change what the trigger asks for, or the trigger."
      )
    case .some(.unique), .some(.primaryKey):
      return (error.message, "Choose another value, or change the row that has it.")
    case .some(.notNull): return (error.message, "Give the column a value.")
    case .some(.check): return (error.message, "Choose a value that fulfils the rule.")
    case .some(.columnType): return (error.message, "Choose a value of the type of the column.")
    default: return nil
    }
  }

  private func missing(_ function: String) throws -> (message: String, remedy: String) {
    let trigger = try trigger(containing: function)
    let subject =
      trigger.map { "The trigger \($0.name) of \($0.table)" } ?? "The definition of \(name)"
    return (
      "\(subject) calls the function \(function), which only the program of the file has.",
      "Change the rows of \(name) with that program."
    )
  }

  /// The trigger that contains a text. Those of the table come before those of others, which a
  /// cascade or another trigger can start.
  private func trigger(containing text: String) throws -> (name: String, table: String)? {
    let row = try connection.rows(
      """
      SELECT name, tbl_name FROM main.sqlite_schema
      WHERE type = 'trigger' AND instr(lower(sql), lower(replace(\(text), '''', ''''''))) > 0
      ORDER BY lower(tbl_name) <> lower(\(name)), name LIMIT 1
      """
    ).first
    guard let row, case .text(let name) = row[0], case .text(let table) = row[1] else { return nil }
    return (name, table)
  }

  /// The text after some words of a message, without the full stop.
  private static func text(in message: String, after words: String) -> String? {
    guard let range = message.firstRange(of: words) else { return nil }
    let rest = message[range.upperBound...]
    return String(rest.last == "." ? rest.dropLast() : rest)
  }
}

// MARK: - References

extension ChangeFailure {
  private func brokenReference() throws -> (message: String, remedy: String)? {
    if let missing = try missingTarget() { return missing }
    for (other, key) in schema.references(to: table) {
      guard let count = try referrers(other, key: key), count > 0 else { continue }
      let many =
        count > ChangeFailure.countLimit ? "More than \(ChangeFailure.countLimit)" : "\(count)"
      let rows =
        count == 1 ? "row of \(other.schema.name) refers" : "rows of \(other.schema.name) refer"
      return (
        "\(many) \(rows) to this row of \(name), by \(key.columns.joined(separator: ", ")).",
        "Delete or change them first."
      )
    }
    return (
      "A row of another table refers to a row that this change of \(name) removes.",
      "Delete or change the referring rows first."
    )
  }

  /// The words for a new value that refers to no row, or nil if there is none.
  private func missingTarget() throws -> (message: String, remedy: String)? {
    for key in table.schema.foreignKeys {
      let values = key.columns.map { column in
        change.new.first { $0.column.isSameName(as: column) }?.value
      }
      guard values.contains(where: { $0 != nil }), !values.contains(where: { $0?.isNull == true })
      else { continue }
      let columns = key.columns.joined(separator: ", ")
      guard let target = schema.table(referencedAs: key.referencedTable) else {
        return (
          "\(name) refers to the table \(key.referencedTable) by \(columns), and the file has no "
            + "such table.", "Create the table first."
        )
      }
      let same = try zip(key.referencedColumns, zip(key.columns, values)).map { name, column in
        "\(column: name) = \(try column.1?.sql ?? current(column.0))" as SQL
      }
      let found = try connection.firstValue(
        """
        SELECT EXISTS (SELECT 1 FROM main.\(table: target.schema.name)
        WHERE \(same.joined(separator: " AND ")))
        """
      )
      guard found == .integer(0) else { continue }
      return (
        "No row of \(target.schema.name) has the value of \(columns) of this row of \(name).",
        "Choose a value that \(target.schema.name) has, or add its row first."
      )
    }
    return nil
  }

  /// The number of rows that refer to the row of the change, or nil if the change does not concern
  /// them.
  private func referrers(_ other: StudioTable, key: ForeignKeySchema) throws -> Int64? {
    switch change.kind {
    case .insert: return nil
    case .delete: guard [.noAction, .restrict].contains(key.onDelete) else { return nil }
    case .update:
      let isChanged = key.referencedColumns.contains { name in
        change.new.contains { $0.column.isSameName(as: name) }
      }
      guard isChanged else { return nil }
    }
    let same = try zip(key.columns, key.referencedColumns).map { column, target in
      "\(column: column) = \(try current(target))" as SQL
    }
    let found = try connection.firstValue(
      """
      SELECT count(*) FROM (SELECT 1 FROM main.\(table: other.schema.name)
      WHERE \(same.joined(separator: " AND ")) LIMIT \(ChangeFailure.countLimit + 1))
      """
    )
    guard case .integer(let count) = found else { return nil }
    return count
  }

  /// The value that a column of the row has now, as SQL. NULL for a new row.
  private func current(_ column: String) throws -> SQL {
    guard change.kind != .insert else { return "NULL" }
    return """
      (SELECT \(column: column) FROM main.\(table: table.schema.name)
      WHERE \(try table.condition(key: change.key)))
      """
  }
}

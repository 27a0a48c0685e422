import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// Follows one foreign key during an extraction: from rows that were taken to the rows to which
/// they refer, which are their parents.
///
/// ``RowSelection`` runs the step repeatedly, until no step finds further rows.
final class ParentStep {
  private let child: TakenRows
  private let key: ForeignKeySchema
  /// The set to which the step adds the parents, or nil if the database does not have the
  /// referenced table or one of the referenced columns.
  private let parent: TakenRows?
  /// The name of a temporary table that holds the values of the foreign key in the rows to follow.
  ///
  /// Each column of the temporary table has the type and the collation of the referenced column.
  /// The step therefore finds the same parents as SQLite's foreign keys do.
  private let values: String
  private let connection: Connection
  /// The number in `child` of the last row whose parents were taken.
  private var followed: Int64 = 0

  init(
    _ key: ForeignKeySchema,
    from child: TakenRows,
    to parent: TakenRows?,
    name: String,
    on connection: Connection
  ) throws {
    self.key = key
    self.child = child
    let isComplete =
      key.referencedColumns.count == key.columns.count
      && key.referencedColumns.allSatisfy { parent?.table.column($0) != nil }
    self.parent = isComplete ? parent : nil
    self.values = name
    self.connection = connection
    let columns = key.columns.indices.map { index in
      TakenRows.definition(
        "v\(index)",
        like: isComplete ? parent?.table.column(key.referencedColumns[index]) : nil
      )
    }
    try connection.run("CREATE TEMP TABLE \(table: name) (\(columns, separator: ", "))")
  }

  /// Takes the parents of the rows that were added to `child` since the last call. Returns whether
  /// there were such rows.
  ///
  /// - Throws: `.unrepresentable` if a row refers to a row that does not exist.
  func run() throws -> Bool {
    let last = try child.lastNumber()
    guard last > followed else { return false }
    defer { followed = last }
    let columns = key.columns.map { "c.\(column: $0)" as SQL }
    try connection.run("DELETE FROM temp.\(table: values)")
    try connection.run(
      """
      INSERT INTO temp.\(table: values)
      SELECT DISTINCT \(columns, separator: ", ") FROM \(child.joined(as: "c"))
      WHERE r.n > \(followed) AND r.n <= \(last)
        AND \(columns.map { "\($0) IS NOT NULL" as SQL }, separator: " AND ")
      """
    )
    try requireRows()
    guard let parent else { return true }
    try parent.insert(
      """
      SELECT \(parent.qualifiedKey("p")) FROM temp.\(table: values) AS v
      CROSS JOIN main.\(table: parent.table.name) AS p ON \(matches)
      """
    )
    return true
  }

  private var matches: SQL {
    key.referencedColumns.enumerated().map { index, column in
      "p.\(column: column) = v.\(column: "v\(index)")" as SQL
    }.joined(separator: " AND ")
  }

  private func requireRows() throws {
    var isMissing: SQL = "true"
    if let parent {
      isMissing =
        "NOT EXISTS (SELECT 1 FROM main.\(table: parent.table.name) AS p WHERE \(matches))"
    }
    let value = try connection.firstValue(
      "SELECT count(*) FROM temp.\(table: values) AS v WHERE \(isMissing)"
    )
    guard case .integer(let count)? = value, count > 0 else { return }
    let columns = key.columns.map { printable($0) }.joined(separator: ", ")
    throw InspectionError(
      .unrepresentable,
      "\(Quantity(Int(count), of: "value")) of \(columns) in \(printable(child.table.name)) "
        + "\(count == 1 ? "refers" : "refer") to no row of \(printable(key.referencedTable))",
      remedy: "Find these rows with stategraph check, and correct them"
    )
  }
}

import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// Follows one foreign key from the taken rows to the rows to which they refer.
final class ParentStep {
  private let child: TakenRows
  private let key: ForeignKeySchema
  /// The rows of the referenced table. Nil if the database has no such table or no such columns.
  private let parent: TakenRows?
  /// The name of a temporary table with the values of the foreign key.
  ///
  /// Its columns have the types of the referenced columns. Like a foreign key, the comparison with
  /// these columns therefore uses the type and the collation of the referenced column.
  private let values: String
  private let connection: Connection
  /// The number of the last row that was followed.
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

  /// Follows the rows that were taken since the last call. Returns whether there were any.
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
      "\(Quantity(Int(count), "value")) of \(columns) in \(printable(child.table.name)) "
        + "\(count == 1 ? "refers" : "refer") to no row of \(printable(key.referencedTable))",
      remedy: "Find these rows with stategraph check, and correct them"
    )
  }
}

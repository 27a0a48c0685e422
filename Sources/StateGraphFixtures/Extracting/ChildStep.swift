import StateGraphSQLite

/// Follows one foreign key backwards during an extraction: from rows that were taken to the rows
/// that refer to them, which are their children.
///
/// ``RowSelection`` runs the step repeatedly, until no step finds further rows.
final class ChildStep {
  private let key: ForeignKeySchema
  /// The rows whose children the step takes.
  private let owners: TakenRows
  /// The set to which the step adds the children.
  private let children: TakenRows
  /// The largest number of children that the step takes for one row, or nil for all children.
  private let limit: Int?
  /// The number in `owners` of the last row whose children were taken.
  private var followed: Int64 = 0

  init(
    _ key: ForeignKeySchema,
    from owners: TakenRows,
    to children: TakenRows,
    limit: Int?
  ) {
    (self.key, self.owners, self.children, self.limit) = (key, owners, children, limit)
  }

  /// Takes the children of the rows that were added to `owners` since the last call. Returns
  /// whether there were such rows.
  func run() throws -> Bool {
    let last = try owners.lastNumber()
    guard last > followed else { return false }
    defer { followed = last }
    let matches = zip(key.referencedColumns, key.columns).map { owner, child in
      "o.\(column: owner) = c.\(column: child)" as SQL
    }
    let rows: SQL = """
      FROM \(owners.joined(as: "o"))
      CROSS JOIN main.\(table: children.table.name) AS c ON \(matches, separator: " AND ")
      WHERE r.n > \(followed) AND r.n <= \(last)
      """
    let childKey = children.key.enumerated().map { index, column in
      "c.\(column) AS \(column: "k\(index)")" as SQL
    }
    guard let limit else {
      try children.insert("SELECT \(childKey, separator: ", ") \(rows)")
      return true
    }
    let names = children.key.indices.map { "\(column: "k\($0)")" as SQL }
    let order = children.table.rowOrder("c")
    try children.insert(
      """
      SELECT \(names, separator: ", ") FROM (
        SELECT \(childKey, separator: ", "),
          row_number() OVER (PARTITION BY r.n ORDER BY \(order)) AS place \(rows)
      ) WHERE place <= \(limit)
      """
    )
    return true
  }
}

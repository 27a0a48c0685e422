/// Tells which statements of a migration may destroy what the file had before it.
///
/// The authorizer says what a statement does, whatever its text looks like, triggers and cascades
/// of deletes included: DROP TABLE, DROP COLUMN, DELETE, and UPDATE of a column. What the migration
/// itself has made can be lost without harm: a table that it creates and fills, a column that it
/// adds and computes. Once a name has changed, old and new cannot be told apart, and everything
/// counts.
///
/// Two things the authorizer does not report. OR REPLACE is read from the statement's words.
/// A table declared with ON CONFLICT REPLACE, or a trigger that replaces, goes unseen.
struct LossDetector {
  /// The columns of each table as the last commit has them, all in lower case.
  private let columns: [String: Set<String>]
  private var hasRenamed = false

  /// Reads what there is. Call in the migration's transaction, before it changes anything.
  init(_ connection: Connection) throws(DatabaseError) {
    let rows = try connection.rows(
      """
      SELECT t.name, c.name FROM pragma_table_list AS t
      LEFT JOIN pragma_table_xinfo(t.name) AS c ON t.type <> 'virtual'
      WHERE t.schema = 'main' AND t.type <> 'view'
      """
    )
    var columns: [String: Set<String>] = [:]
    for row in rows {
      guard case .text(let table) = row[0] else { continue }
      var known = columns[table.lowercased()] ?? []
      if case .text(let column) = row[1] { known.insert(column.lowercased()) }
      columns[table.lowercased()] = known
    }
    self.columns = columns
  }

  /// Whether the statement may destroy something. Call for every statement, in order.
  mutating func seesLoss(in statement: Statement) -> Bool {
    var replaces = false
    if statement.touches.contains(where: Self.needsWords) {
      let words = BareWords(statement.sql)
      if words.contains(["RENAME"]) { hasRenamed = true }
      replaces = words.contains(["OR", "REPLACE"]) || words.contains(["REPLACE", "INTO"])
    }
    return statement.touches.contains { isLoss($0, replaces: replaces) }
  }

  private static func needsWords(_ touch: StatementTouch) -> Bool {
    switch touch {
    case .alters, .inserts, .updates: true
    case .drops, .dropsColumn, .deletes: false
    }
  }

  private func isLoss(_ touch: StatementTouch, replaces: Bool) -> Bool {
    switch touch {
    case .drops(let table), .deletes(let table): return had(table)
    case .updates(let table, let column): return had(table, column) || replaces && had(table)
    case .dropsColumn(let table, let column): return had(table, column)
    case .inserts(let table): return replaces && had(table)
    case .alters: return false
    }
  }

  private func had(_ table: String, _ column: String? = nil) -> Bool {
    if hasRenamed { return true }
    guard let known = columns[table.lowercased()] else { return false }
    // The columns of a virtual table are not asked for: its module may be missing.
    guard let column, !known.isEmpty else { return true }
    return known.contains(column.lowercased())
  }
}

/// Tells which statements of a migration may destroy what the file had before it.
///
/// The authorizer says what a statement does, whatever its text looks like, triggers and cascades
/// of deletes included: DROP TABLE, DROP COLUMN, DELETE, and UPDATE of a column. What the migration
/// itself has made can be lost without harm: a table that it creates and fills, a column that it
/// adds and computes. Once a name has changed, old and new cannot be told apart, and everything
/// counts.
///
/// What the authorizer does not report is that a row makes way for another. OR REPLACE is read from
/// the words of the statement, ON CONFLICT REPLACE from those of the table, and what a trigger does
/// from those of the trigger.
struct LossDetector {
  /// The columns of each table as the last commit has them, all in lower case.
  private let columns: [String: Set<String>]
  private let replacements: Replacements
  /// Whether the migration has made a trigger that replaces rows.
  private var hasMadeReplacingTrigger = false
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
    replacements = try Replacements(connection)
  }

  /// Whether the statement may destroy something. Call for every statement, in order.
  mutating func seesLoss(in statement: Statement) -> Bool {
    guard !isTrigger(statement.sql) else {
      // What it does is told of when it fires.
      if BareWords(statement.sql).replaceRows { hasMadeReplacingTrigger = true }
      return false
    }
    var replaces = hasMadeReplacingTrigger
    if statement.touches.contains(where: Self.needsWords) {
      let words = BareWords(statement.sql)
      if words.contains(["RENAME"]) { hasRenamed = true }
      replaces =
        replaces || words.replaceRows
        || statement.touches.contains { replacements.fire(onChangeOf: $0.table) }
    }
    return statement.touches.contains { isLoss($0, replaces: replaces) }
  }

  /// CREATE TEMP TRIGGER and the like.
  private func isTrigger(_ sql: String) -> Bool {
    let words = BareWords(sql, atMost: 3).words
    return words.first == "CREATE" && words.contains("TRIGGER")
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
    case .updates(let table, let column):
      return had(table, column) || mayReplace(in: table, replaces)
    case .dropsColumn(let table, let column): return had(table, column)
    case .inserts(let table): return mayReplace(in: table, replaces)
    case .alters: return false
    }
  }

  private func mayReplace(in table: String, _ replaces: Bool) -> Bool {
    let isDeclared = hasRenamed ? replacements.isAnyTable : replacements.areDeclared(in: table)
    return (replaces || isDeclared) && had(table)
  }

  private func had(_ table: String, _ column: String? = nil) -> Bool {
    if hasRenamed { return true }
    guard let known = columns[table.lowercased()] else { return false }
    // The columns of a virtual table are not asked for: its module may be missing.
    guard let column, !known.isEmpty else { return true }
    return known.contains(column.lowercased())
  }
}

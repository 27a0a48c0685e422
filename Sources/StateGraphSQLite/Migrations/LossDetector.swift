/// Finds the statements of a migration that may destroy old data.
///
/// SQLite's authorizer callback reports each DROP TABLE, DROP COLUMN, DELETE and UPDATE, including
/// the changes by triggers and foreign key actions. Changes of tables and columns that the
/// migration itself has created destroy no old data. After a RENAME, old and new names cannot be
/// distinguished, so every statement of these kinds counts as a loss.
///
/// The authorizer does not report that a new row replaces an old row. This type therefore searches
/// the SQL text for REPLACE.
struct LossDetector {
  /// The names of the columns that each table had before the migration, by table name. All names
  /// are in lower case.
  private let columns: [ByteText: Set<ByteText>]
  private let replacements: Replacements
  /// Whether the migration has created a trigger that replaces rows.
  ///
  /// If true, each later INSERT or UPDATE of an old table counts as a loss of data.
  private var hasMadeReplacingTrigger = false
  private var hasRenamed = false

  /// Reads the schema of the file.
  ///
  /// Call this initializer in the migration's transaction, before the first change.
  init(_ connection: Connection) throws(DatabaseError) {
    let rows = try connection.rows(
      """
      SELECT t.name, c.name FROM pragma_table_list AS t
      LEFT JOIN pragma_table_xinfo(iif(t.type = 'virtual', NULL, t.name)) AS c
      WHERE t.schema = 'main' AND t.type <> 'view'
      """
    )
    var columns: [ByteText: Set<ByteText>] = [:]
    for row in rows {
      guard case .text(let table) = row[0] else { continue }
      var known = columns[ByteText(foldingCaseOf: table)] ?? []
      if case .text(let column) = row[1] { known.insert(ByteText(foldingCaseOf: column)) }
      columns[ByteText(foldingCaseOf: table)] = known
    }
    self.columns = columns
    replacements = try Replacements(connection)
  }

  /// Returns whether the statement may destroy data.
  ///
  /// Call this method for every statement of the migration, in order. The result depends on earlier
  /// statements, such as RENAME.
  mutating func seesLoss(in statement: Statement) -> Bool {
    guard !isTrigger(statement.sql) else {
      // SQLite reports the changes of a trigger only for a statement that fires the trigger.
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

  /// Returns whether the SQL creates a trigger. Forms such as CREATE TEMP TRIGGER count too.
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
      return had(table, column: column) || mayReplace(in: table, replaces)
    case .dropsColumn(let table, let column): return had(table, column: column)
    case .inserts(let table): return mayReplace(in: table, replaces)
    case .alters: return false
    }
  }

  private func mayReplace(in table: String, _ replaces: Bool) -> Bool {
    let isDeclared = hasRenamed ? replacements.isAnyTable : replacements.areDeclared(in: table)
    return (replaces || isDeclared) && had(table)
  }

  private func had(_ table: String, column: String? = nil) -> Bool {
    if hasRenamed { return true }
    guard let known = columns[ByteText(foldingCaseOf: table)] else { return false }
    // The columns of a virtual table are unknown, because its module may be missing. Any change of
    // such a table therefore counts as a loss of data.
    guard let column, !known.isEmpty else { return true }
    return known.contains(ByteText(foldingCaseOf: column))
  }
}

import CSQLite

/// Applies the next step of an undo log, in the open transaction of the writer.
///
/// If the run throws, the caller must roll the transaction back.
struct UndoRun {
  let writer: WriterConnection
  let schemas: UndoSchemas
  let log: String
  let direction: UndoDirection
  /// The tables whose rows stay as they are, and as triggers change them.
  var leftOut: Set<ByteText> = []
  /// The columns with the time of a row's last change, by table. See ``UndoMerge``.
  var timestamps: [ByteText: [String]] = [:]

  /// Changes the rows of the step, and marks the step as undone or redone.
  ///
  /// Triggers of the file run, because they may keep a search table up to date. Rows that they have
  /// changed otherwise than at the time of the step are then corrected without triggers.
  ///
  /// - Returns: The name of the step, or nil if there is no step.
  /// - Throws: `.undoConflict` if another write has changed the same columns of a row since, and no
  ///   trigger keeps them. `.schemaMismatch` if a table has changed. `.constraint` if a rule of the
  ///   schema refuses a row. `.tooBig` if triggers change too many rows. Also the errors of SQLite.
  func apply() throws(DatabaseError) -> String? {
    try schemas.begin(on: writer)
    guard let step = try UndoStepTable.next(direction, of: log, on: writer) else { return nil }
    try apply(step.changes)
    try UndoStepTable.mark(step.id, as: direction, on: writer)
    return step.name
  }

  /// Changes the rows of one step, which need not be in the file.
  ///
  /// - Parameters:
  ///   - changes: The rows before and after the step.
  ///   - rowIDs: The rowids that the rows had before, by the names of their tables.
  /// - Throws: The errors of ``apply()``.
  func apply(
    _ changes: UndoChanges,
    rowIDs: [ByteText: [RowKey: Int64]] = [:]
  ) throws(DatabaseError) {
    var kept = changes
    kept.tables.removeAll { leftOut.contains($0.name) }
    var tables = try kept.rows(direction, in: schemas)
    for place in tables.indices {
      guard let known = rowIDs[ByteText(tables[place].table.name)] else { continue }
      for row in tables[place].rows.indices {
        tables[place].rows[row].rowID = known[tables[place].rows[row].key]
      }
    }
    try change(&tables)
    let references = ReferenceCheck(tables: schemas.all, connection: writer)
    if let broken = try references.brokenReference(after: tables) {
      throw .undoBreaksReference(broken)
    }
  }

  /// Changes the rows, and brings `tables` to the values that they have then.
  private func change(_ tables: inout [TableTargets]) throws(DatabaseError) {
    let merge = try UndoMerge(&tables, keeping: timestamps, reading: writer)
    set(SQLITE_DBCONFIG_ENABLE_FKEY, to: false)
    defer { set(SQLITE_DBCONFIG_ENABLE_FKEY, to: true) }
    for step in RowTargetPlan(tables).steps { try runBesideTriggers(step) }
    try merge.resolve(&tables, after: writer.changeLog.takeChangeSet(reading: writer))
    let corrections = try corrections(to: tables)
    for part in corrections { try correct(part) }
    if !corrections.isEmpty, let part = try self.corrections(to: tables).first {
      throw .undoBlockedByTriggers(part.table.name)
    }
    tables += try changesOfTriggers()
  }

  /// The rows of tables that the log leaves out, which triggers have changed.
  private func changesOfTriggers() throws(DatabaseError) -> [TableTargets] {
    if leftOut.isEmpty { return [] }
    let actual = try writer.changeLog.takeChangeSet(reading: writer)
    var result: [TableTargets] = []
    for name in leftOut.sorted() {
      guard let table = schemas[name]?.table else { continue }
      let rows = try UndoCorrections.rows(of: table.name, in: actual).map {
        RowTarget(key: $0.key, current: $0.old, target: $0.new)
      }
      result.append(TableTargets(table: table, rows: rows))
    }
    return result
  }

  /// Runs a statement, unless the key or a UNIQUE value of its row is taken.
  ///
  /// A trigger of an earlier statement may have inserted the row already, perhaps with other
  /// values. The row is corrected later then. If a row of another write has the key or the value,
  /// the correction throws the error.
  private func runBesideTriggers(_ step: RowTargetPlan.Step) throws(DatabaseError) {
    do throws(DatabaseError) {
      try step.run(on: writer)
    } catch {
      guard error.constraint?.kind == .unique || error.constraint?.kind == .primaryKey else {
        throw error
      }
    }
  }

  private func corrections(to tables: [TableTargets]) throws(DatabaseError) -> [TableTargets] {
    let actual = try writer.changeLog.takeChangeSet(reading: writer)
    return try UndoCorrections.rows(from: actual, to: tables, in: schemas, leavingOut: leftOut)
  }

  /// Changes rows without triggers, unless a trigger of the table keeps a search table up to date.
  private func correct(_ part: TableTargets) throws(DatabaseError) {
    let keepsSearchTable = try part.table.hasTriggerOfVirtualTable(on: writer)
    if !keepsSearchTable { set(SQLITE_DBCONFIG_ENABLE_TRIGGER, to: false) }
    defer { set(SQLITE_DBCONFIG_ENABLE_TRIGGER, to: true) }
    for step in RowTargetPlan([part]).steps { try step.run(on: writer) }
  }

  /// Turns a feature of the connection on or off, also inside of a transaction.
  private func set(_ feature: Int32, to isOn: Bool) {
    _ = csqlite_db_config_int(writer.handle, feature, isOn ? 1 : 0)
  }
}

extension TableSchema {
  /// Returns whether a trigger of this table names a virtual table of the file.
  fileprivate func hasTriggerOfVirtualTable(
    on connection: Connection
  ) throws(DatabaseError) -> Bool {
    try connection.firstValue(
      """
      SELECT 1 FROM main.sqlite_schema AS t, main.sqlite_schema AS v
      WHERE t.type = 'trigger' AND t.tbl_name = \(name) COLLATE NOCASE
        AND v.type = 'table' AND v.sql LIKE 'CREATE VIRTUAL TABLE %'
        AND instr(lower(t.sql), lower(v.name)) > 0
      LIMIT 1
      """
    ) != nil
  }
}

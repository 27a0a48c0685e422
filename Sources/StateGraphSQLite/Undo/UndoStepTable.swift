/// The table in the database file that contains the steps of all undo logs.
///
/// The steps of a log have ascending numbers, the oldest step first. A new step takes the row of
/// the oldest one if the log is full, so that identifiers are in no order. The steps that were
/// undone are the newest ones. The next write of the log deletes them. A redo needs them until
/// then.
enum UndoStepTable {
  static let name = LibraryTable.undo
  /// The name as the key of a change set.
  static let key = ByteText(name)

  /// The statement that creates the table.
  ///
  /// `changes` is the last column, because SQLite reads the columns before it without reading the
  /// pages of a long step. There is no index for the logs: a write changes one page more then, and
  /// a file has few steps.
  static let definition: SQL = """
    CREATE TABLE \(table: name) (
      id INTEGER PRIMARY KEY NOT NULL,
      log TEXT NOT NULL,
      number INTEGER NOT NULL,
      is_undone INTEGER NOT NULL,
      name TEXT NOT NULL,
      group_key TEXT,
      written_at INTEGER,
      bytes_before INTEGER NOT NULL,
      changes BLOB NOT NULL
    ) STRICT
    """

  /// Returns whether the file has the table.
  ///
  /// - Throws: `.schemaMismatch` if the file has another table or view of this name.
  static func exists(on connection: Connection) throws(DatabaseError) -> Bool {
    switch try FoundTable(name, definedBy: definition, on: connection) {
    case .missing: return false
    case .expected: return true
    case .other: throw .unknownUndoTable
    }
  }

  /// Creates the table if the file does not have it.
  static func create(on connection: Connection) throws(DatabaseError) {
    if try !exists(on: connection) { try connection.run(definition) }
  }

  /// Makes the writer report that steps have changed, if the file has the table.
  ///
  /// - Returns: Whether the file has the table.
  @discardableResult
  static func watch(on writer: WriterConnection) throws(DatabaseError) -> Bool {
    guard try exists(on: writer), let table = try SchemaReader(writer).table(name) else {
      return false
    }
    try writer.changeLog.watch(table, on: writer)
    return true
  }

  /// Checks that this version of the library can read all steps of a log.
  ///
  /// - Throws: `.schemaTooNew` if a newer version has written a step.
  static func requireKnownSteps(
    of log: String,
    on connection: Connection
  ) throws(DatabaseError) {
    let format = SQLiteValue.blob([UndoStepFormat.version])
    let newer = try connection.firstValue(
      """
      SELECT 1 FROM main.\(table: name) WHERE log = \(log) AND substr(changes, 1, 1) > \(format)
      """
    )
    if newer != nil { throw .newerUndoStep }
  }
}

// MARK: - Reading steps

extension UndoStepTable {
  private static let headText = StatementText(
    """
    SELECT id, number, group_key, written_at, bytes_before, length(changes)
    FROM main.\(table: name) WHERE log = ? AND is_undone = 0
    ORDER BY number DESC, id DESC LIMIT ?
    """
  )

  /// Returns the newest steps of a log that were not undone, the oldest of them first.
  static func newest(
    _ count: Int,
    of log: String,
    on connection: Connection
  ) throws(DatabaseError) -> [UndoStepHead] {
    let statement = try connection.prepare(headText)
    try statement.bind(.text(log), at: 1)
    try statement.bind(Int64(count), at: 2)
    defer { statement.reset() }
    var steps: [UndoStepHead] = []
    while try statement.step() {
      var step = UndoStepHead(
        id: statement.integer(at: 0),
        number: statement.integer(at: 1),
        bytesBefore: statement.integer(at: 4),
        byteCount: statement.integer(at: 5)
      )
      if case .text(let group) = statement.value(at: 2) { step.group = group }
      if case .integer(let time) = statement.value(at: 3) { step.writtenAt = time }
      steps.append(step)
    }
    return steps.reversed()
  }

  static func hasUndone(of log: String, on connection: Connection) throws(DatabaseError) -> Bool {
    try connection.firstValue(
      "SELECT 1 FROM main.\(table: name) WHERE log = \(log) AND is_undone <> 0 LIMIT 1"
    ) != nil
  }

  /// Returns the step that the next undo or redo of a log applies, or nil if there is none.
  static func next(
    _ direction: UndoDirection,
    of log: String,
    on connection: Connection
  ) throws(DatabaseError) -> (id: Int64, name: String, changes: UndoChanges)? {
    // The inner SELECT compares the numbers without reading the changes of all steps.
    let statement = try connection.prepare(
      """
      SELECT id, name, changes FROM main.\(table: name)
      WHERE id = (SELECT id FROM main.\(table: name) WHERE \(place(direction, of: log)))
      """
    )
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let changes = try UndoStepDecoder.decode(statement.bytes(at: 2))
    return (statement.integer(at: 0), statement.text(at: 1), changes)
  }

  /// Returns the changes of one step, or nil if they cannot be decoded.
  static func changes(
    of id: Int64,
    on connection: Connection
  ) throws(DatabaseError) -> UndoChanges? {
    let statement = try connection.prepare(
      "SELECT changes FROM main.\(table: name) WHERE id = \(id)"
    )
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return try? UndoStepDecoder.decode(statement.bytes(at: 0))
  }

  /// Returns the names of the steps that the next undo and the next redo of a log apply.
  static func names(
    of log: String,
    on connection: Connection
  ) throws(DatabaseError) -> UndoNames {
    guard try exists(on: connection) else { return UndoNames() }
    func first(_ direction: UndoDirection) throws(DatabaseError) -> String? {
      let sql: SQL = "SELECT name FROM main.\(table: name) WHERE \(place(direction, of: log))"
      guard case .text(let name) = try connection.firstValue(sql) else { return nil }
      return name
    }
    return UndoNames(undo: try first(.undo), redo: try first(.redo))
  }

  /// The condition, order and limit that select the next step of a direction.
  private static func place(_ direction: UndoDirection, of log: String) -> SQL {
    switch direction {
    case .undo: "log = \(log) AND is_undone = 0 ORDER BY number DESC, id DESC LIMIT 1"
    case .redo: "log = \(log) AND is_undone <> 0 ORDER BY number, id LIMIT 1"
    }
  }
}

// MARK: - Writing steps

extension UndoStepTable {
  private static let insertText = StatementText(
    """
    INSERT INTO main.\(table: name)
      (number, is_undone, name, group_key, written_at, bytes_before, changes, log)
    VALUES (?, 0, ?, ?, ?, ?, ?, ?)
    """
  )

  private static let replaceText = StatementText(
    """
    UPDATE main.\(table: name)
    SET number = ?, is_undone = 0, name = ?, group_key = ?, written_at = ?, bytes_before = ?,
      changes = ?
    WHERE id = ?
    """
  )

  static var stepPrevented: DatabaseError {
    DatabaseError(
      .constraint,
      "A trigger of the file has kept an undoable write from writing its step.",
      remedy: "Drop the trigger of the table \(name)."
    )
  }

  /// Inserts a new step.
  ///
  /// - Returns: The identifier of its row.
  /// - Throws: `.constraint` if a trigger of the file has prevented it. Also the errors of SQLite.
  static func insert(
    _ step: UndoStepHead,
    named stepName: String,
    changes: [UInt8],
    in log: String,
    on connection: Connection
  ) throws(DatabaseError) -> Int64 {
    guard
      try run(
        insertText,
        step: step,
        stepName: stepName,
        changes: changes,
        last: .text(log),
        on: connection
      )
    else {
      throw stepPrevented
    }
    return connection.lastInsertedRowID
  }

  /// Replaces the step in the row `step.id` by `step`, which need not have the same number.
  ///
  /// - Returns: Whether the file has the row.
  static func replace(
    by step: UndoStepHead,
    named stepName: String,
    changes: [UInt8],
    on connection: Connection
  ) throws(DatabaseError) -> Bool {
    try run(
      replaceText,
      step: step,
      stepName: stepName,
      changes: changes,
      last: .integer(step.id),
      on: connection
    )
  }

  /// Runs a statement that writes a step. Returns whether it has changed a row.
  private static func run(
    _ text: StatementText,
    step: UndoStepHead,
    stepName: String,
    changes: [UInt8],
    last: SQLiteValue,
    on connection: Connection
  ) throws(DatabaseError) -> Bool {
    let statement = try connection.prepare(text)
    // A cached statement must not keep the bytes of a long step.
    defer { statement.clearBindings() }
    try statement.bind(step.number, at: 1)
    try statement.bind(.text(stepName), at: 2)
    try statement.bind(step.group.value, at: 3)
    try statement.bind(step.writtenAt.value, at: 4)
    try statement.bind(step.bytesBefore, at: 5)
    try statement.bind(.blob(changes), at: 6)
    try statement.bind(last, at: 7)
    try statement.run()
    return connection.changedRowCount == 1
  }

  static func delete(_ id: Int64, on connection: Connection) throws(DatabaseError) {
    try connection.run("DELETE FROM main.\(table: name) WHERE id = \(id)")
  }

  /// Deletes the steps of a log that are older than `step`, unless they were undone.
  static func delete(
    before step: UndoStepHead,
    of log: String,
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      """
      DELETE FROM main.\(table: name)
      WHERE log = \(log) AND is_undone = 0 AND (number, id) < (\(step.number), \(step.id))
      """
    )
  }

  static func deleteUndone(of log: String, on connection: Connection) throws(DatabaseError) {
    try connection.run("DELETE FROM main.\(table: name) WHERE log = \(log) AND is_undone <> 0")
  }

  /// Records that a step was undone or redone. The step also leaves its group, so that no later
  /// write joins it.
  static func mark(
    _ id: Int64,
    as direction: UndoDirection,
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      """
      UPDATE main.\(table: name) SET is_undone = \(direction == .undo ? 1 : 0), group_key = NULL
      WHERE id = \(id)
      """
    )
  }

  static func deleteAll(of log: String, on connection: Connection) throws(DatabaseError) {
    try connection.run("DELETE FROM main.\(table: name) WHERE log = \(log)")
  }
}

/// The table in the database file that contains the steps of all undo logs.
///
/// The steps of a log have ascending identifiers and consecutive numbers, the oldest step first.
/// The steps that were undone are the newest ones. The next write of the log deletes them. A redo
/// needs them until then.
enum UndoStepTable {
  static let name = LibraryTable.undo

  /// The statement that creates the table.
  ///
  /// `changes` is the last column, because SQLite reads the columns before it without reading the
  /// pages of a long step. There is no index for the logs: a write changes one page more then. A
  /// search begins with the newest step, and a file has few steps.
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
  private static let newestText = StatementText(
    """
    SELECT id, number, is_undone, group_key, written_at, bytes_before, length(changes)
    FROM main.\(table: name) WHERE log = ? ORDER BY id DESC LIMIT 1
    """
  )

  /// Returns the newest step of a log, which may be undone. Nil if the log is empty.
  static func newest(
    of log: String,
    on connection: Connection
  ) throws(DatabaseError) -> UndoStepHead? {
    let statement = try connection.prepare(newestText)
    try statement.bind(.text(log), at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var step = UndoStepHead(
      id: statement.integer(at: 0),
      number: statement.integer(at: 1),
      isUndone: statement.integer(at: 2) != 0,
      bytesBefore: statement.integer(at: 5),
      byteCount: statement.integer(at: 6)
    )
    if case .text(let group) = statement.value(at: 3) { step.group = group }
    if case .integer(let time) = statement.value(at: 4) { step.writtenAt = time }
    return step
  }

  /// Returns the byte of a log with which its oldest step begins. Nil if the log is empty.
  static func oldestByte(of log: String, on connection: Connection) throws(DatabaseError) -> Int64?
  {
    let value = try connection.firstValue(
      "SELECT bytes_before FROM main.\(table: name) WHERE log = \(log) ORDER BY id LIMIT 1"
    )
    if case .integer(let byte) = value { return byte }
    return nil
  }

  /// Returns the step that the next undo or redo of a log applies. Nil if there is none.
  static func next(
    _ direction: UndoDirection,
    of log: String,
    on connection: Connection
  ) throws(DatabaseError) -> (id: Int64, name: String, changes: UndoChanges)? {
    let statement = try connection.prepare(
      "SELECT id, name, changes FROM main.\(table: name) WHERE \(place(direction, of: log))"
    )
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let changes = try UndoStepDecoder.decode(statement.bytes(at: 2))
    return (statement.integer(at: 0), statement.text(at: 1), changes)
  }

  /// Returns the changes of one step. Nil if they cannot be decoded.
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
    case .undo: "log = \(log) AND is_undone = 0 ORDER BY id DESC LIMIT 1"
    case .redo: "log = \(log) AND is_undone <> 0 ORDER BY id LIMIT 1"
    }
  }
}

// MARK: - Writing steps

extension UndoStepTable {
  private static let insertText = StatementText(
    """
    INSERT INTO main.\(table: name)
      (log, number, is_undone, name, group_key, written_at, bytes_before, changes)
    VALUES (?, ?, 0, ?, ?, ?, ?, ?)
    """
  )

  /// Inserts a new step, which gets an identifier greater than all others.
  static func insert(
    _ step: UndoStepHead,
    named stepName: String,
    changes: [UInt8],
    in log: String,
    on connection: Connection
  ) throws(DatabaseError) {
    let statement = try connection.prepare(insertText)
    try statement.bind([
      .text(log), .integer(step.number), .text(stepName), step.group.value, step.writtenAt.value,
      .integer(step.bytesBefore), .blob(changes),
    ])
    // A cached statement must not keep the bytes of a long step.
    defer { statement.clearBindings() }
    try statement.run()
  }

  /// Replaces the changes of a step by its changes together with those of a later write.
  static func replace(
    _ step: UndoStepHead,
    named stepName: String,
    changes: [UInt8],
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      """
      UPDATE main.\(table: name)
      SET name = \(stepName), written_at = \(step.writtenAt), changes = \(changes)
      WHERE id = \(step.id)
      """
    )
  }

  static func delete(_ id: Int64, on connection: Connection) throws(DatabaseError) {
    try connection.run("DELETE FROM main.\(table: name) WHERE id = \(id)")
  }

  static func deleteUndone(of log: String, on connection: Connection) throws(DatabaseError) {
    try connection.run("DELETE FROM main.\(table: name) WHERE log = \(log) AND is_undone <> 0")
  }

  /// Deletes the oldest steps of a log up to the step `number`.
  static func delete(
    through number: Int64,
    of log: String,
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      "DELETE FROM main.\(table: name) WHERE log = \(log) AND number <= \(number)"
    )
  }

  /// Deletes the oldest steps of a log, which begin before the byte `bytes` of the log.
  static func delete(
    beforeByte bytes: Int64,
    of log: String,
    on connection: Connection
  ) throws(DatabaseError) {
    try connection.run(
      "DELETE FROM main.\(table: name) WHERE log = \(log) AND bytes_before < \(bytes)"
    )
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

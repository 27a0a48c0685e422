import CSQLite

/// Records the effects of each SQL statement. SQLite calls the authorizer while it compiles a
/// statement.
///
/// The authorizer stays installed as long as the connection is open, because each call of
/// `sqlite3_set_authorizer` makes SQLite compile all prepared statements again.
final class Authorizer {
  /// The effects of the statements that were compiled since `reset()`.
  ///
  /// Only the thread that uses the connection may read this property.
  private(set) var effects: StatementEffects = []
  /// Whether one of these statements is ALTER TABLE.
  private(set) var altersTable = false

  /// The effects that a pragma must not have. SQLite refuses to compile a pragma with such an
  /// effect.
  ///
  /// Most pragmas take effect while they are compiled, so a check after the compilation would be
  /// too late.
  var refused: StatementEffects = []

  /// Whether the authorizer fills `touches`. False by default, because recording the names of
  /// tables slows each compilation.
  var recordsTouches = false
  /// The operations on tables in the statements that were compiled since `reset()`, such as
  /// dropping or updating a table.
  ///
  /// Empty unless `recordsTouches` is true.
  private(set) var touches: [StatementTouch] = []
  /// Which tables the triggers of these statements write. Empty unless `recordsTouches` is true.
  private(set) var triggerWrites: [TriggerWrite] = []

  /// Whether the authorizer fills `accesses`. True only during ``recordingAccesses(_:)``, because
  /// recording the names of tables slows each compilation.
  private var recordsAccesses = false
  /// The reads of columns and other accesses in the statements that the closure of
  /// ``recordingAccesses(_:)`` has compiled.
  private var accesses: [StatementAccess] = []

  /// Runs `body`, and returns what the statements that `body` compiles read and call. The array has
  /// one element for each column, function and pragma that SQLite reports.
  func recordingAccesses<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) -> [StatementAccess] {
    (recordsAccesses, accesses) = (true, [])
    defer { (recordsAccesses, accesses) = (false, []) }
    try body()
    return accesses
  }

  func reset() {
    effects = []
    altersTable = false
    touches = []
    triggerWrites = []
  }

  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, third, trigger in
        guard let context else { return SQLITE_OK }
        let authorizer = Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
        if authorizer.recordsTouches {
          authorizer.record(action, first: first, second: second, third: third)
          if let write = TriggerWrite(action, table: first, trigger: trigger) {
            authorizer.triggerWrites.append(write)
          }
        }
        if authorizer.recordsAccesses,
          let access = StatementAccess(action, first: first, second: second, third: third)
        {
          authorizer.accesses.append(access)
        }
        return authorizer.see(action: action, first: first, second: second)
      },
      context
    )
  }

  private func see(
    action: Int32,
    first: UnsafePointer<CChar>?,
    second: UnsafePointer<CChar>?
  ) -> Int32 {
    switch action {
    case SQLITE_PRAGMA:
      guard let first, second != nil else { return SQLITE_OK }
      effects.insert(PragmaEffects.effects(ofSetting: String(cString: first)))
      if !effects.isDisjoint(with: refused) { return SQLITE_DENY }
    case SQLITE_TRANSACTION: effects.insert(.transaction)
    case SQLITE_SAVEPOINT:
      effects.insert(.savepoint)
      if let first, String(cString: first) == "ROLLBACK" { effects.insert(.rollbackToSavepoint) }
    case SQLITE_ATTACH, SQLITE_DETACH: effects.insert(.attach)
    case SQLITE_CREATE_TABLE, SQLITE_DROP_TABLE: effects.insert(.schema(of: first))
    case SQLITE_CREATE_INDEX, SQLITE_DROP_INDEX: effects.insert(.schema(of: second))
    case SQLITE_ALTER_TABLE:
      effects.insert(.schema)
      altersTable = true
    case SQLITE_CREATE_VTABLE, SQLITE_DROP_VTABLE, SQLITE_CREATE_TRIGGER, SQLITE_DROP_TRIGGER,
      SQLITE_CREATE_VIEW, SQLITE_DROP_VIEW:
      effects.insert(.schema)
    default: break
    }
    return SQLITE_OK
  }

  private func record(
    _ action: Int32,
    first: UnsafePointer<CChar>?,
    second: UnsafePointer<CChar>?,
    third: UnsafePointer<CChar>?
  ) {
    let names = [first, second, third].map { $0.map { String(cString: $0) } ?? "" }
    let touch: StatementTouch
    switch action {
    case SQLITE_DROP_TABLE, SQLITE_DROP_VTABLE: touch = .drops(table: names[0])
    case SQLITE_DELETE: touch = .deletes(table: names[0])
    case SQLITE_UPDATE: touch = .updates(table: names[0], column: names[1])
    case SQLITE_INSERT: touch = .inserts(table: names[0])
    // For ALTER TABLE, SQLite passes the schema name first and the table name second. The third
    // string is the column name for DROP COLUMN, otherwise nil.
    case SQLITE_ALTER_TABLE where third != nil:
      touch = .dropsColumn(table: names[1], column: names[2])
    case SQLITE_ALTER_TABLE: touch = .alters(table: names[1])
    default: return
    }
    // Each change of the schema also writes `sqlite_schema` and similar tables. These tables are
    // left out.
    if !touch.table.hasPrefix("sqlite_") { touches.append(touch) }
  }
}

extension StatementEffects {
  /// Returns the effect of creating, dropping or changing `table`.
  ///
  /// The library's own tables have a different effect from the user's tables.
  fileprivate static func schema(of table: UnsafePointer<CChar>?) -> StatementEffects {
    guard let table, LibraryTable.contains(String(cString: table)) else { return .schema }
    return .librarySchema
  }
}

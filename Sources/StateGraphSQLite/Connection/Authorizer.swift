import CSQLite

/// Finds out what each statement does, by SQLite's authorizer callback while SQLite compiles the
/// statement. It is installed once and never removed, because each call of `sqlite3_set_authorizer`
/// makes SQLite compile all prepared statements again.
final class Authorizer {
  /// The effects of the statements compiled since `reset`. Used only by the thread that has the
  /// connection.
  private(set) var effects: StatementEffects = []

  /// The effects that a pragma must not have. Such a pragma is refused while it is compiled,
  /// because most pragmas already act at that time and not when they run.
  var refused: StatementEffects = []

  /// Whether ``touches`` is filled. Off by default, because it makes several strings for each
  /// statement.
  var recordsTouches = false
  /// What the statements compiled since `reset` do to tables.
  private(set) var touches: [StatementTouch] = []

  func reset() {
    effects = []
    touches = []
  }

  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, third, _ in
        guard let context else { return SQLITE_OK }
        let authorizer = Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
        if authorizer.recordsTouches { authorizer.record(action, first, second, third) }
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
    case SQLITE_ALTER_TABLE, SQLITE_CREATE_VTABLE, SQLITE_DROP_VTABLE, SQLITE_CREATE_TRIGGER,
      SQLITE_DROP_TRIGGER, SQLITE_CREATE_VIEW, SQLITE_DROP_VIEW:
      effects.insert(.schema)
    default: break
    }
    return SQLITE_OK
  }

  private func record(
    _ action: Int32,
    _ first: UnsafePointer<CChar>?,
    _ second: UnsafePointer<CChar>?,
    _ third: UnsafePointer<CChar>?
  ) {
    let names = [first, second, third].map { $0.map { String(cString: $0) } ?? "" }
    let touch: StatementTouch
    switch action {
    case SQLITE_DROP_TABLE, SQLITE_DROP_VTABLE: touch = .drops(table: names[0])
    case SQLITE_DELETE: touch = .deletes(table: names[0])
    case SQLITE_UPDATE: touch = .updates(table: names[0], column: names[1])
    case SQLITE_INSERT: touch = .inserts(table: names[0])
    // For ALTER TABLE, SQLite passes the schema name as the first string and the table name as the
    // second. It passes a third string, the column name, only for DROP COLUMN.
    case SQLITE_ALTER_TABLE where third != nil:
      touch = .dropsColumn(table: names[1], column: names[2])
    case SQLITE_ALTER_TABLE: touch = .alters(table: names[1])
    default: return
    }
    // Leave out `sqlite_schema` and similar tables, which each statement that changes the schema
    // also writes.
    if !touch.table.hasPrefix("sqlite_") { touches.append(touch) }
  }
}

extension StatementEffects {
  /// Returns the effect of creating, dropping or changing `table`. The library's own tables have an
  /// effect of their own.
  fileprivate static func schema(of table: UnsafePointer<CChar>?) -> StatementEffects {
    guard let table, LibraryTable.contains(String(cString: table)) else { return .schema }
    return .librarySchema
  }
}

import CSQLite

/// Classifies each statement while SQLite compiles it. Installed once and never removed, because
/// setting an authorizer expires every prepared statement of the connection.
final class Authorizer {
  /// The effects seen since `reset`. Owned by the holder of the connection.
  private(set) var effects: StatementEffects = []

  /// The effects of the pragmas that are refused at compile time. Most pragmas act when they are
  /// compiled and not when they run.
  var refused: StatementEffects = []

  /// Whether to fill ``touches``. Off by default, because it makes a few strings for each
  /// statement.
  var recordsTouches = false
  /// What the statement does to tables, seen since `reset`.
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
      effects.insert(Pragma.effects(ofSetting: String(cString: first)))
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
    // For ALTER TABLE the first name is that of the schema, and only DROP COLUMN has a third name.
    case SQLITE_ALTER_TABLE where third != nil:
      touch = .dropsColumn(table: names[1], column: names[2])
    case SQLITE_ALTER_TABLE: touch = .alters(table: names[1])
    default: return
    }
    // Each of these statements also changes SQLite's own catalogue.
    if !touch.table.hasPrefix("sqlite_") { touches.append(touch) }
  }
}

extension StatementEffects {
  /// The effect of a change to the shape of `table`.
  fileprivate static func schema(of table: UnsafePointer<CChar>?) -> StatementEffects {
    guard let table, LibraryTable.contains(String(cString: table)) else { return .schema }
    return .librarySchema
  }
}

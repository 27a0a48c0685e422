import CSQLite

/// Classifies each statement while SQLite compiles it. Installed once and never removed: setting an
/// authorizer expires every prepared statement of the connection.
final class Authorizer {
  /// What was seen since `reset`. Owned by the connection's holder, as the connection itself is.
  private(set) var effects: StatementEffects = []

  /// Which pragmas are refused while they are compiled. Most of them act then and not when they are
  /// run.
  var refused: StatementEffects = []

  func reset() { effects = [] }

  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, _, _ in
        guard let context else { return SQLITE_OK }
        return Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
          .see(action: action, first: first, second: second)
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
    case SQLITE_ALTER_TABLE, SQLITE_CREATE_TABLE, SQLITE_DROP_TABLE, SQLITE_CREATE_VTABLE,
      SQLITE_DROP_VTABLE, SQLITE_CREATE_TRIGGER, SQLITE_DROP_TRIGGER, SQLITE_CREATE_VIEW,
      SQLITE_DROP_VIEW, SQLITE_CREATE_INDEX, SQLITE_DROP_INDEX:
      effects.insert(.schema)
    default: break
    }
    return SQLITE_OK
  }
}

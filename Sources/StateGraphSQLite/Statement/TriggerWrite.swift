import CSQLite

/// A table that a trigger inserts into, updates or deletes from.
struct TriggerWrite: Sendable {
  let trigger: String
  let table: String

  /// - Parameters:
  ///   - action: The action of SQLite's authorizer.
  ///   - table: The table of the action.
  ///   - trigger: The innermost trigger with the action. SQLite passes nil for the statement itself
  ///     and for the actions of foreign keys.
  init?(_ action: Int32, _ table: UnsafePointer<CChar>?, _ trigger: UnsafePointer<CChar>?) {
    guard [SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action), let table, let trigger
    else { return nil }
    (self.trigger, self.table) = (String(cString: trigger), String(cString: table))
  }
}

import CSQLite

/// The effects of a statement besides reading and changing rows.
///
/// SQLite's authorizer callback reports the effects while SQLite compiles the statement
/// (<https://sqlite.org/c3ref/c_alter_table.html>). The effects of sub-queries, views and triggers
/// are included.
package struct StatementEffects: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// CREATE, DROP or ALTER.
  ///
  /// The statement may change the columns of tables. The preupdate hook does not report such
  /// changes.
  package static let schema = StatementEffects(rawValue: 1 << 0)
  /// BEGIN, COMMIT or ROLLBACK. Only the library itself may run these statements.
  package static let transaction = StatementEffects(rawValue: 1 << 1)
  /// The statement is ROLLBACK TO. It undoes changes of rows, and the preupdate hook does not
  /// report this.
  package static let rollbackToSavepoint = StatementEffects(rawValue: 1 << 2)
  package static let savepoint = StatementEffects(rawValue: 1 << 3)
  /// ATTACH or DETACH. The guarantees of this library do not hold for an attached file.
  package static let attach = StatementEffects(rawValue: 1 << 4)
  /// CREATE or DROP of one of this library's own tables.
  ///
  /// Such a statement wakes no query, because no entity or live query reads these tables.
  package static let librarySchema = StatementEffects(rawValue: 1 << 5)

  /// Whether the statement creates, drops or alters a table, including this library's own tables.
  var changesSchema: Bool { !isDisjoint(with: [.schema, .librarySchema]) }
}

/// A table that a trigger inserts into, updates or deletes from.
struct TriggerWrite: Sendable {
  let trigger: String
  let table: String

  /// - Parameters:
  ///   - action: The action of SQLite's authorizer.
  ///   - table: The table of the action.
  ///   - trigger: The innermost trigger with the action. SQLite passes nil for the statement itself
  ///     and for the actions of foreign keys.
  init?(_ action: Int32, table: UnsafePointer<CChar>?, trigger: UnsafePointer<CChar>?) {
    guard [SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action), let table, let trigger
    else { return nil }
    (self.trigger, self.table) = (String(cString: trigger), String(cString: table))
  }
}

/// One change that a statement makes to a table or column, such as dropping it or writing to it.
///
/// Recorded only inside ``Connection/recordingTouches(_:)``, to find migrations that destroy data.
enum StatementTouch: Sendable {
  case drops(table: String)
  case dropsColumn(table: String, column: String)
  case deletes(table: String)
  case updates(table: String, column: String)
  case inserts(table: String)
  /// The statement adds a column to the table, or renames the table or a column.
  case alters(table: String)

  var table: String {
    switch self {
    case .drops(let table), .dropsColumn(let table, _), .deletes(let table),
      .updates(let table, _), .inserts(let table), .alters(let table):
      table
    }
  }
}

/// What a statement does besides reading rows, found by the authorizer while SQLite compiled it
/// (<https://sqlite.org/c3ref/c_alter_table.html>), so sub-queries, views and triggers are seen.
package struct StatementEffects: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// CREATE, DROP, ALTER: the shape of tables may differ afterwards, and no row hook tells.
  package static let schema = StatementEffects(rawValue: 1 << 0)
  /// BEGIN, COMMIT, ROLLBACK: only the connection's own transactions may run these.
  package static let transaction = StatementEffects(rawValue: 1 << 1)
  /// ROLLBACK TO: rows are undone and no hook tells.
  package static let rollbackToSavepoint = StatementEffects(rawValue: 1 << 2)
  package static let savepoint = StatementEffects(rawValue: 1 << 3)
  /// ATTACH or DETACH: another file would be written outside every promise made for this one.
  package static let attach = StatementEffects(rawValue: 1 << 4)
  /// CREATE or DROP of a table that the library keeps for itself: nothing live is of it.
  package static let librarySchema = StatementEffects(rawValue: 1 << 5)

  /// Whether SQLite knows other tables afterwards.
  var changesSchema: Bool { !isDisjoint(with: [.schema, .librarySchema]) }
}

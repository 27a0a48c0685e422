/// What a statement does besides reading and changing rows. SQLite's authorizer reports it while
/// SQLite compiles the statement (<https://sqlite.org/c3ref/c_alter_table.html>), so sub-queries,
/// views and triggers are included.
package struct StatementEffects: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// CREATE, DROP or ALTER. The columns of tables may change, which the preupdate hook does not
  /// report.
  package static let schema = StatementEffects(rawValue: 1 << 0)
  /// BEGIN, COMMIT or ROLLBACK. Only the library itself may run these statements.
  package static let transaction = StatementEffects(rawValue: 1 << 1)
  /// ROLLBACK TO. It undoes changes of rows, and the preupdate hook does not report that.
  package static let rollbackToSavepoint = StatementEffects(rawValue: 1 << 2)
  package static let savepoint = StatementEffects(rawValue: 1 << 3)
  /// ATTACH or DETACH. What the library guarantees does not hold for an attached file.
  package static let attach = StatementEffects(rawValue: 1 << 4)
  /// CREATE or DROP of one of the library's own tables. No live object or query reads these tables.
  package static let librarySchema = StatementEffects(rawValue: 1 << 5)

  /// Whether the statement creates, drops or alters a table of any kind.
  var changesSchema: Bool { !isDisjoint(with: [.schema, .librarySchema]) }
}

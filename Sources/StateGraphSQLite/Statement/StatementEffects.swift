/// What a statement does besides reading and changing rows. The authorizer finds it while SQLite
/// compiles the statement (<https://sqlite.org/c3ref/c_alter_table.html>), so sub-queries, views
/// and triggers are included.
package struct StatementEffects: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// CREATE, DROP, ALTER. The shape of tables may change, which the preupdate hook does not report.
  package static let schema = StatementEffects(rawValue: 1 << 0)
  /// BEGIN, COMMIT, ROLLBACK. Only the library itself may run these.
  package static let transaction = StatementEffects(rawValue: 1 << 1)
  /// ROLLBACK TO. It undoes rows, which the preupdate hook does not report.
  package static let rollbackToSavepoint = StatementEffects(rawValue: 1 << 2)
  package static let savepoint = StatementEffects(rawValue: 1 << 3)
  /// ATTACH or DETACH. The library's promises do not cover an attached file.
  package static let attach = StatementEffects(rawValue: 1 << 4)
  /// CREATE or DROP of a table of the library itself, which nothing live reads.
  package static let librarySchema = StatementEffects(rawValue: 1 << 5)

  /// Whether the statement creates, drops or alters a table of any kind.
  var changesSchema: Bool { !isDisjoint(with: [.schema, .librarySchema]) }
}

/// The text of a statement that runs often. A connection finds the compiled statement by the
/// object's identity, without comparing text.
package final class StatementText: Sendable {
  package let sql: String

  package init(_ sql: SQL) { self.sql = sql.text }
}

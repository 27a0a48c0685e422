/// The SQL text of a statement that runs often.
///
/// A connection finds the compiled statement by the identity of this object, which is faster than
/// comparing text.
package final class StatementText: Sendable {
  package let sql: String

  package init(_ sql: SQL) { self.sql = sql.text }
}

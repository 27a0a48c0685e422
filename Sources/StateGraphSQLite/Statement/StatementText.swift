/// The text of a statement that runs often: connections know it by the object, without comparing
/// text.
package final class StatementText: Sendable {
  package let sql: String

  package init(_ sql: SQL) { self.sql = sql.text }
}

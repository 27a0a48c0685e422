/// A complete copy of the server's tables, as of one commit.
package protocol ServerCopy: Sendable {
  /// Calls `body` with each row of a table, in the order of the primary key. Text is ordered by its
  /// bytes, as by PostgreSQL's collation "C".
  ///
  /// - Throws: The errors of `body`, and of reading the copy.
  func forEachRow(of table: String, _ body: (ServerRow, RowKey) throws -> Void) throws
}

/// The number of rows that a query returned and the number of rows that it changed.
package struct QueryReport: Sendable, Equatable {
  /// The number of rows in the result of the statement.
  package var rows = 0
  /// The number of rows that the statement changed. Nil if the statement only reads.
  package var changedRows: Int?
}

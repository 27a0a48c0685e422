/// The number of rows that a query returned or changed.
package struct QueryReport: Sendable, Equatable {
  /// The number of rows in the result.
  package var rows = 0
  /// The number of rows that the statement changed; nil if it only reads.
  package var changedRows: Int?
}

/// The result of ``QuerySession/run(path:to:)``: the number of rows that the statement returned,
/// and the number of rows that it changed.
package struct QueryReport: Sendable, Equatable {
  /// The number of rows that the statement returned.
  package var rows = 0
  /// The number of rows that the statement changed. Nil if the statement can only read.
  package var changedRows: Int?
}

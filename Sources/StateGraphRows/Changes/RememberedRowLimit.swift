/// The number of changed rows of one table that are kept in memory, for one transaction or a
/// sequence of commits.
///
/// If more rows change, all of them are discarded. The changes of the table are then reported as
/// ``TableChanges/updates(_:)`` if all of them were updates, and otherwise as
/// ``TableChanges/reset``. An import of a million rows therefore never needs memory for more rows
/// than the limit.
package struct RememberedRowLimit: Sendable {
  package let rowsPerTable: Int

  package init(rowsPerTable: Int) { self.rowsPerTable = rowsPerTable }

  /// The limit that is used outside of tests. Tests use smaller limits.
  package static let standard = RememberedRowLimit(rowsPerTable: 65_536)

  /// Returns whether one more row may be kept in memory for a table that already has `rowCount`
  /// rows there.
  package func allowsRow(after rowCount: Int) -> Bool { rowCount < rowsPerTable }
}

/// The number of changed rows of one table that are stored in memory.
///
/// The limit is for one transaction or a sequence of commits. If more rows change, all of them are
/// discarded. The table's changes become ``TableChanges/updates(_:)`` if all of them were updates,
/// and otherwise ``TableChanges/reset``. An import of a million rows therefore needs little memory.
package struct RememberedRowLimit: Sendable {
  package let rowsPerTable: Int

  package init(rowsPerTable: Int) { self.rowsPerTable = rowsPerTable }

  /// The limit outside of tests. Tests use smaller limits.
  package static let standard = RememberedRowLimit(rowsPerTable: 65_536)

  /// Returns whether one more row of a table may be stored, after `rowCount` rows.
  package func allowsRow(after rowCount: Int) -> Bool { rowCount < rowsPerTable }
}

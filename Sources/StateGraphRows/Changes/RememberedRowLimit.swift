/// The number of changed rows of one table that are stored in memory.
///
/// The limit is for one transaction or a sequence of commits. If more rows change, all stored rows
/// of the table are discarded. The change set then contains ``TableChanges/updates(_:)`` for the
/// table if all changes were updates, and ``TableChanges/reset`` if not. An import of a million
/// rows therefore needs little memory.
package struct RememberedRowLimit: Sendable {
  package let rowsPerTable: Int

  package init(rowsPerTable: Int) { self.rowsPerTable = rowsPerTable }

  /// The limit outside of tests. Tests use smaller limits.
  package static let standard = RememberedRowLimit(rowsPerTable: 65_536)

  /// Returns whether one more row of a table may be stored, after `rowCount` rows.
  package func allowsRow(after rowCount: Int) -> Bool { rowCount < rowsPerTable }
}

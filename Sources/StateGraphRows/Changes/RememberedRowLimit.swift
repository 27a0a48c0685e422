/// The maximum number of changed rows of one table that are kept in memory.
///
/// The limit applies to one transaction, and to successive commits that are combined into one
/// ``ChangeSet``. If more rows change, all kept rows of the table are discarded. The change set
/// then contains ``TableChanges/updates(_:)`` for the table if all changes were updates, and
/// ``TableChanges/reset`` if not. An import of a million rows therefore needs little memory.
package struct RememberedRowLimit: Sendable {
  package let rowsPerTable: Int

  package init(rowsPerTable: Int) { self.rowsPerTable = rowsPerTable }

  /// The limit outside of tests. Tests use smaller limits.
  package static let standard = RememberedRowLimit(rowsPerTable: 65_536)

  /// Returns whether one more row of a table may be kept if `rowCount` of its rows are kept
  /// already.
  package func allowsRow(after rowCount: Int) -> Bool { rowCount < rowsPerTable }
}

/// The number of changed rows of one table that a transaction, or a sequence of commits, may keep
/// in memory.
///
/// If more rows change, the rows are discarded. The changes of the table are then reported as
/// ``TableChanges/updates(_:)`` if all of them were updates, and otherwise as
/// ``TableChanges/reset``. So an import of a million rows never needs memory for more rows than the
/// limit.
package struct RememberedRowLimit: Sendable {
  package let rowsPerTable: Int

  package init(rowsPerTable: Int) { self.rowsPerTable = rowsPerTable }

  /// The limit that is used outside of tests.
  package static let standard = RememberedRowLimit(rowsPerTable: 65_536)

  /// Returns whether another row may be kept for a table that already has `rowCount` rows in
  /// memory.
  package func allowsRow(after rowCount: Int) -> Bool { rowCount < rowsPerTable }
}

/// How many changed rows of one table a transaction, or a sequence of commits, remembers.
///
/// Beyond the limit the table is reported as ``TableChanges/reset``, or as
/// ``TableChanges/updates(_:)`` where all changes were updates. A bulk import of a million rows
/// then needs the memory of the rows up to the limit.
package struct RememberedRowLimit: Sendable {
  package let rowsPerTable: Int

  package init(rowsPerTable: Int) { self.rowsPerTable = rowsPerTable }

  /// The limit outside tests.
  package static let standard = RememberedRowLimit(rowsPerTable: 65_536)

  /// Whether a table with this many remembered rows can remember another one.
  package func allowsRow(after rowCount: Int) -> Bool { rowCount < rowsPerTable }
}

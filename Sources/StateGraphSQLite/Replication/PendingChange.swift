/// The net change of one row in a pending transaction.
package struct PendingChange: Sendable {
  package let table: ByteText
  /// The key, and the row before and after the transaction.
  ///
  /// The images contain the columns that the table declared at the time of the transaction. Virtual
  /// generated columns may have the value NULL.
  package let row: RowChange
}

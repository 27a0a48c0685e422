/// Decides whether a server's change can be written into the file without replaying the pending
/// transactions.
///
/// The pending transactions must give the same rows as if they were replayed after the change. They
/// do so if they touch other rows, and if no rule of the schema compares these rows with the
/// changed row.
struct RebaseCondition {
  let pending: PendingRows
  let tables: ReplicatedTables

  /// - Parameters:
  ///   - change: The change of the server.
  ///   - current: Reads the row of the file before the change. Called only if it decides.
  /// - Returns: Whether the pending transactions must be replayed.
  func isMet(
    by change: ServerChange,
    reading current: () throws(DatabaseError) -> RowImage?
  ) throws(DatabaseError) -> Bool {
    guard !pending.isEmpty, let table = tables[change.table] else { return false }
    switch change.kind {
    case .truncation:
      // The truncation does not list the deleted rows. Pending rows can be among them.
      return true
    case .deletion:
      return pending.contains(RowAddress(table: change.table, key: change.key))
        || pending.concerns(.reference(to: change.table))
    case .row(let row, let formerKey):
      for key in [change.key, formerKey ?? change.key]
      where pending.contains(RowAddress(table: change.table, key: key)) {
        return true
      }
      if formerKey != nil, pending.concerns(.reference(to: change.table)) { return true }
      let compared = comparedColumns(of: table)
      guard !compared.isEmpty, row.columns.contains(where: compared.contains) else { return false }
      guard let current = try current() else { return true }
      return zip(row.columns, row.values.indices).contains { column, place in
        compared.contains(column) && !row.values.isIdentical(at: place, to: current, at: column)
      }
    }
  }

  /// The columns whose new values a rule compares with values of pending transactions.
  private func comparedColumns(of table: ReplicatedTable) -> Set<Int> {
    let name = ByteText(table.schema.name)
    var columns: Set<Int> = []
    if pending.concerns(.uniqueValue(in: name)) { columns.formUnion(table.uniqueColumns) }
    if table.parents.contains(where: { pending.concerns(.removedParent(in: $0)) }) {
      columns.formUnion(table.referringColumns)
    }
    if pending.concerns(.reference(to: name)) { columns.formUnion(table.referencedColumns) }
    return columns
  }
}
